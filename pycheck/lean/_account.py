"""Which mechanisms of the sandbox are in force, as the confined process finds. Loaded by path in children."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

#: Everything that can be in force from inside, in the order in which it is reported.
FEATURES = (
    "landlock-files",
    "landlock-truncate",
    "landlock-tcp",
    "landlock-signals",
    "seccomp",
    "network-namespace",
    "ipc-namespace",
    "user-namespace",
    "no-new-privileges",
    "no-capabilities",
    "cpu-limit",
    "address-space-limit",
    "file-size-limit",
    "open-files-limit",
    "process-limit",
    "no-core-dumps",
    "orphans-gathered",
    "ends-with-pycheck",
)
#: The last line of a complete report.
END = "end"


class Account:
    """Which features are in force, and why others are not."""

    def __init__(self, without: "list[str]") -> None:
        self._without = without
        self._reasons: dict[str, str] = {}

    def attempt(self, feature: str, action: "Callable[..., object]", *arguments: object) -> bool:
        """Do something and note whether it could be done."""
        if feature in self._without:
            self._reasons[feature] = "switched off"
        else:
            try:
                action(*arguments)
                self._reasons[feature] = ""
            except (OSError, ValueError) as error:
                self.note(feature, getattr(error, "strerror", None) or str(error))
        return not self._reasons[feature]

    def note(self, feature: str, reason: str) -> None:
        """Note why a feature is not in force; an empty reason says that it is."""
        self._reasons[feature] = "switched off" if feature in self._without else reason

    def has(self, feature: str) -> bool:
        """Whether a feature is in force."""
        return self._reasons.get(feature, "not tried") == ""

    def lines(self) -> str:
        """One line a feature, a tab between it and the reason, and the last line."""
        rows = [f"{feature}\t{self._reasons.get(feature, 'not tried')}\n" for feature in FEATURES]
        return "".join(rows) + END + "\n"
