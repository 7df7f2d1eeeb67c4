"""The confinement of a Lean process, from inside; see :func:`enter`.

As a program, ``python -I -S _confine.py KEY=VALUE… -- PROGRAM ARGUMENT…`` confines itself and becomes
``PROGRAM``. Programs in Python call :func:`enter` instead. Only the standard library is used, and little of
it: the modules beside this one are found by path, and every Lean process pays for what is imported.

A process that is being confined becomes two: the one that pycheck started, which waits, and ends what the
other leaves behind; and the confined one. There is no PID namespace: Lean looks for itself in ``/proc`` by
its process id, so that it would need a mount of its own, and many systems forbid that.
"""

# The module ``signal`` is this one with names for the numbers, and loading it takes longer than all the rest.
import _signal  # type: ignore[import-not-found]
import os
import resource
import sys

if __package__:
    from pycheck.lean import _descendants, _landlock, _linux, _seccomp
    from pycheck.lean._account import Account
else:
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib is slow to load)
    import _descendants  # type: ignore[import-not-found, no-redef]
    import _landlock  # type: ignore[import-not-found, no-redef]
    import _linux  # type: ignore[import-not-found, no-redef]
    import _seccomp  # type: ignore[import-not-found, no-redef]
    from _account import Account  # type: ignore[import-not-found, no-redef]

    sys.path.pop()

_NAMESPACES = (
    ("network-namespace", _linux.CLONE_NEWNET),
    ("ipc-namespace", _linux.CLONE_NEWIPC),
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
#: What a C library, Python and Lean look at in any process.
_SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/localtime",
    "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage", *_DEVICES,
)  # fmt: skip


class Order:
    """What the parent asks for: numbers, paths to read and to write, features to leave out."""

    def __init__(self, words: "list[str]") -> None:
        self.paths: dict[str, list[str]] = {"read": [], "write": [], "without": []}
        self.numbers: dict[str, int] = {}
        for word in words:
            key, _, value = word.partition("=")
            if key in self.paths:
                self.paths[key].append(value)
            else:
                self.numbers[key] = int(value)

    def __getitem__(self, key: str) -> int:
        return self.numbers[key]


def enter(arguments: "list[str]") -> "list[str]":
    """Confine this process; return, in the confined process alone, the arguments behind ``--``.

    Before that: ``parent=PID`` (pycheck's), ``report=`` and ``fate=`` (descriptors), the limits
    ``cpu= address_space= file_size= open_files= tasks=`` (seconds, bytes, numbers), ``programs=`` (1 if it
    may become another program), ``read=``, ``write=``, ``without=`` (any number of each).

    What is in force is written to ``report``, which is closed before this returns: nothing that runs later
    can change it. How the confined process ended, and whether it left others behind, is written to ``fate``
    by the process that waits for it.
    """
    split = arguments.index("--")
    order, rest = Order(arguments[:split]), arguments[split + 1 :]
    account = Account(order.paths["without"])
    if account.attempt("ends-with-pycheck", _die_with_parent) and os.getppid() != order["parent"]:
        # pycheck ended before that.
        os._exit(1)
    account.attempt("no-core-dumps", resource.setrlimit, resource.RLIMIT_CORE, (0, 0))
    _unshare(account)
    _supervise(order, account)
    _restrict(order, account)
    # Shorter than what a pipe takes in one piece.
    os.write(order["report"], account.lines().encode())
    os.close(order["report"])
    return rest


def hold(read: "list[str]") -> Account:
    """Confine this process as it is, for one that is watched otherwise and runs no code of others.

    From now on it can read ``read`` and what belongs to the system, write no file, start nothing and reach
    no other process. It has no namespaces and no limits by this.
    """
    account = Account([])
    _give_up_rights(account)
    _restrict_files(account, [(path, _landlock.READ) for path in (*_SYSTEM, *read)])
    account.attempt("seccomp", _seccomp.install, False)
    return account


def _unshare(account: Account) -> None:
    """Namespaces: root makes them as it is; others inside a user namespace of their own.

    Root stays outside a user namespace because in one it could no longer read other people's folders.
    """
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        account.note("user-namespace", "root makes the other namespaces without it")
    elif account.attempt("user-namespace", _linux.unshare, _linux.CLONE_NEWUSER):
        _write_map("setgroups", "deny")
        _write_map("uid_map", f"{user} {user} 1")
        _write_map("gid_map", f"{group} {group} 1")
    for feature, flag in _NAMESPACES:
        account.attempt(feature, _linux.unshare, flag)


def _write_map(name: str, content: str) -> None:
    """Some systems let nobody do this; ids then look strange inside, and nothing depends on them."""
    try:
        descriptor = os.open(f"/proc/self/{name}", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, content.encode())
        finally:
            os.close(descriptor)
    except OSError:
        pass


def _die_with_parent() -> None:
    _linux.prctl(_linux.PR_SET_PDEATHSIG, _signal.SIGKILL)


def _supervise(order: Order, account: Account) -> None:
    """Fork; the parent waits and never returns."""
    account.attempt("orphans-gathered", _linux.prctl, _linux.PR_SET_CHILD_SUBREAPER, 1)
    supervisor = os.getpid()
    confined = os.fork()
    if confined:
        os.close(order["report"])
        _wait(confined, order["fate"], account)
    os.close(order["fate"])
    if account.attempt("ends-with-pycheck", _die_with_parent) and os.getppid() != supervisor:
        os._exit(1)


def _wait(confined: int, fate: int, account: Account) -> None:
    """Wait for the confined process, end what it left behind, say how it went; never returns.

    When pycheck ends before that, everything below is ended too. The confined process cannot prevent it: it
    may not send signals to this one.
    """
    if account.has("orphans-gathered"):
        _signal.signal(_signal.SIGTERM, _end_all)
        if account.has("ends-with-pycheck"):
            _linux.prctl(_linux.PR_SET_PDEATHSIG, _signal.SIGTERM)
    status = None
    while status is None:
        pid, ended = os.waitpid(-1, 0)
        if pid == confined:
            status = ended
    left = _has_children()
    if left:
        _descendants.kill_below(os.getpid())
    os.write(fate, f"{os.waitstatus_to_exitcode(status)} {int(left)}\n".encode())
    os._exit(0)


def _end_all(*_: object) -> None:
    _descendants.kill_below(os.getpid())
    os._exit(1)


def _has_children() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _restrict(order: Order, account: Account) -> None:
    """Everything that binds this process itself; the filter last, as it would refuse some of the rest."""
    for feature, which, most in (
        ("cpu-limit", resource.RLIMIT_CPU, order["cpu"]),
        ("address-space-limit", resource.RLIMIT_AS, order["address_space"]),
        ("file-size-limit", resource.RLIMIT_FSIZE, order["file_size"]),
        ("open-files-limit", resource.RLIMIT_NOFILE, order["open_files"]),
    ):
        account.attempt(feature, _limit, which, most)
    _limit_processes(order, account)
    _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)
    _signal.signal(_signal.SIGXFSZ, _signal.SIG_DFL)
    _give_up_rights(account)
    reading = _landlock.READ | (_landlock.EXECUTE if order["programs"] else 0)
    rules = [(path, reading) for path in (*_SYSTEM, *order.paths["read"])]
    rules += [(path, _landlock.WRITE) for path in order.paths["write"]]
    _restrict_files(account, rules)
    account.attempt("seccomp", _seccomp.install, bool(order["programs"]))


def _give_up_rights(account: Account) -> None:
    keep_reading = os.geteuid() == 0 and not account.has("user-namespace")
    account.attempt("no-capabilities", _linux.drop_capabilities, keep_reading)
    account.attempt("no-new-privileges", _linux.prctl, _linux.PR_SET_NO_NEW_PRIVS, 1)


def _limit(which: int, most: int) -> None:
    """Lower a limit (for time, with a second between the signal that tells and the one that kills)."""
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    above = most + 1 if which == resource.RLIMIT_CPU and hard == resource.RLIM_INFINITY else most
    resource.setrlimit(which, (most, above))


def _limit_processes(order: Order, account: Account) -> None:
    """The kernel counts a user's processes per user namespace (since Linux 5.14), and root's never."""
    if os.geteuid() == 0:
        account.note("process-limit", "does not bind root")
    elif not account.has("user-namespace"):
        account.note("process-limit", "would count the user's other processes")
    elif tuple(int(part) for part in os.uname().release.split("-")[0].split(".")[:2]) < (5, 14):
        account.note("process-limit", "this kernel counts the user's other processes")
    else:
        account.attempt("process-limit", _limit, resource.RLIMIT_NPROC, order["tasks"])


def _restrict_files(account: Account, rules: "list[tuple[str, int]]") -> None:
    rules = [*rules, ("/dev/null", _landlock.READ_FILE | _landlock.WRITE_FILE)]
    abi = 0

    def restrict() -> None:
        nonlocal abi
        abi = _landlock.version()
        _landlock.restrict(abi, rules)

    if not account.attempt("landlock-files", restrict):
        abi = 0
    for feature, since in (("landlock-truncate", 3), ("landlock-tcp", 4), ("landlock-signals", 6)):
        account.note(feature, "" if abi >= since else f"needs Landlock version {since}")


def main() -> None:
    """Confine this process and become the program behind ``--``."""
    program = enter(sys.argv[1:])
    try:
        os.execve(program[0], program, os.environ)  # noqa: S606 (no shell is the point)
    except OSError as error:
        os.write(2, f"{program[0]}: cannot be started ({error.strerror})\n".encode())
        os._exit(127)


if __name__ == "__main__":
    main()
