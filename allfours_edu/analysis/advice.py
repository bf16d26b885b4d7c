"""What weighing a view comes to: the actions that are equally good, and why each would be taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..engine import Action

Reason = tuple[str, Mapping[str, object]]
"""A maxim's id and the facts it names."""


class Advice(NamedTuple):
    """The best actions (more than one where nothing tells them apart), and the reason for any of them."""

    equal: tuple[Action, ...]
    why: Callable[[Action], Reason]


def plainly(action: Action, maxim: str, **facts: object) -> Advice:
    """Advice for one action with its reason."""
    return Advice((action,), lambda _: (maxim, facts))
