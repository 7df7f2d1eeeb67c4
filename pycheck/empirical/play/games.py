"""The games that can be played, by name. A new game is a class and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycheck.empirical.play.game import Game
from pycheck.empirical.play.mafia import Mafia

GAMES: Mapping[str, Game[Any]] = {"mafia": Mafia()}
