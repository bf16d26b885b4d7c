"""What can be worked out about a deal: computer players, and the maxims they play by."""

from .maxims import MAXIMS, Maxim
from .players import NAMES, VERSION, Choice, Player, player

__all__ = ["MAXIMS", "NAMES", "VERSION", "Choice", "Maxim", "Player", "player"]
