"""pycheck: Lean-backed verification and cross-checking of finite mechanisms.

>>> import pycheck
>>> mechanism = pycheck.load("othman_sandholm")
>>> result = pycheck.verify(mechanism, lean="none")
>>> result.ok
True
>>> result.fully_checked
False
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Loaded", "Result", "__version__", "load", "verify"]

if TYPE_CHECKING:
    from pycheck.api import Loaded, Result, load, verify


def __getattr__(name: str) -> Any:
    # The API loads when first used, so that the command line starts fast.
    if name in ("Loaded", "Result", "load", "verify"):
        from pycheck import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
