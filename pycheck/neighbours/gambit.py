"""Mechanisms as pygambit games, and back: by way of Gambit's own file formats, which keep rationals exact."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from typing import Any

from pycheck.errors import EnvironmentUnusable
from pycheck.mechanism import MAIN_MAP, Mechanism
from pycheck.neighbours.bayesian import Prior, bayesian_efg
from pycheck.neighbours.normal_form import NormalForm, normal_form, read_nfg, write_nfg


def bayesian_game(mechanism: Mechanism, prior: Prior | None = None, map_name: str = MAIN_MAP) -> Any:
    """The Bayesian game as a :class:`pygambit.Game`; see :func:`~pycheck.neighbours.bayesian.bayesian_efg`.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` where pygambit is not installed.
    """
    text = bayesian_efg(mechanism, prior, map_name)
    return _pygambit().read_efg(io.BytesIO(text.encode()))


def strategic_game(mechanism: Mechanism, types: Sequence[int], map_name: str = MAIN_MAP) -> Any:
    """The normal form at true types as a :class:`pygambit.Game`. Raises as :func:`bayesian_game` does."""
    return to_gambit(normal_form(mechanism, types, map_name))


def to_gambit(form: NormalForm) -> Any:
    """A normal form as a :class:`pygambit.Game`. Raises as :func:`bayesian_game` does."""
    return _pygambit().read_nfg(io.BytesIO(write_nfg(form).encode()))


def from_gambit(game: Any) -> NormalForm:
    """The normal form of a :class:`pygambit.Game`."""
    return read_nfg(game.to_nfg())


def _pygambit() -> Any:
    try:
        return importlib.import_module("pygambit")
    except ImportError as error:
        raise EnvironmentUnusable(
            "pygambit is not installed; get it with: pip install 'pycheck[gambit]'"
        ) from error
