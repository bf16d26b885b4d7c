"""Every question on which the rule books of the family differ, one typed field each.

A :class:`Rules` value is a set of frozen groups. A group that a game does not have is ``None``
(no begging, no auction …); a group that exists is complete, for there are no defaults: a value
nobody chose is a value nobody can explain. Leaf names are unique, so they can be used flat::

    rules.low_to                      # instead of rules.score.low_to
    rules.replace(low_to="taker")     # a new Rules, checked

A leaf of an absent group reads as ``None``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .errors import Plain
from .together import quarrels

Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Game:
    """Who plays, how far, and how a match is won."""

    players: tuple[int, ...]
    sides: Literal["each", "partners_at_four", "either_at_four"]
    target: int
    count_from: Literal["nought", "target"]
    match_ends: Literal["first_out", "last_pays", "even_deals"]
    out_order: tuple[str, ...]
    out_first: Literal["order", "bidder"]


@dataclass(frozen=True, slots=True)
class Pack:
    """Which cards there are."""

    joker: Literal["none", "lowest_trump"]
    pam: Literal["none", "club_jack", "trump_jack"]
    left_pedro: bool
    stripped: Literal["none", "sixes_sevens", "threes_to_sevens"]
    remainder: Literal["none", "removed"]


@dataclass(frozen=True, slots=True)
class Cut:
    """How the deal, the seats and the partners are found."""

    cut_rank: Literal["ace_high", "put", "ace_low_courts_ten"]
    cut_wins: Literal["highest", "lowest", "first_jack"]
    cut_tie: Literal["tied_only", "all"]
    cut_least: int
    partners: Literal["cut", "agreed"] | None


@dataclass(frozen=True, slots=True)
class Deal:
    """How the cards are given, who may look, where the trump comes from."""

    direction: Literal["left", "right"]
    hand_size: int
    packets: tuple[int, ...]
    widow: int
    look: Literal["all", "eldest_and_dealer", "eldest_then_dealer", "in_turn", "pitcher_side_waits"]
    trump_from: Literal["turn", "pitch", "cut", "stock_top", "bidder_names", "turned_when_needed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turned card is worth to the dealer's side."""

    turn_points: Points
    refused_suit: Literal["nothing", "scores"]
    earlier_turns: Literal["kept", "final_only"]


@dataclass(frozen=True, slots=True)
class Beg:
    """Begging, the gift, running the cards and bunching them."""

    begs: Literal["once", "by_consent"]
    gift_to: Literal["beggar", "all_adversaries"]
    gift_may_put_out: bool
    gift_needs_trump: bool
    bunch: Literal["never", "two_handed", "any_table"]
    run_cards: int
    after_run: Literal["six", "nine_once", "all"]
    exhausted: Literal["same_dealer", "next_dealer"]


@dataclass(frozen=True, slots=True)
class Auction:
    """Bidding for the pitch, to a seller or to the board."""

    seller: Literal["eldest", "nobody"]
    first_bid: Literal["eldest", "left_of_eldest"]
    bid_least: int
    bid_most: int
    rebid: bool
    equal_bid: Literal["nobody", "dealer_below_most", "dealer"]
    put_out_seller: Literal["barred", "full_value", "allowed"] | None
    refused_bid: Literal["seller_bound", "bidder_marks"] | None
    unasked_pitch: int | None
    all_pass: Literal["eldest_unbound", "dealer_two", "redeal"]
    surplus: bool
    set_back: bool
    set_back_red: bool
    smudge: Literal["none", "bidder", "anyone", "sweep_point"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Drawing from the stock after each trick."""

    stock: Literal["face_up", "face_down"]
    draw_seen: Literal["open", "closed"]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Changing cards before the play."""

    exchange_by: Literal["players", "at_declaring", "dealer_robs"]
    exchange_most: int
    must_then_play: bool
    exchange_to: int


@dataclass(frozen=True, slots=True)
class Play:
    """What may be led and played, and what wins a trick."""

    follow: Literal["follow_or_trump", "follow_else_any", "free"]
    void: Literal["free", "must_trump", "must_overtrump"]
    undertrump: Literal["allowed", "barred_if_choice", "barred"]
    jack_free: bool
    trick_by: Literal["suit", "any_highest"]
    first_lead: Literal["eldest", "bidder"]
    lead_duty: Literal["free", "trump_if_held", "trump_if_two"]
    lead_top: Literal["free", "ace", "ace_or_king"]
    lead_of_two: Literal["free", "higher_if_two_play", "higher_if_three_play", "higher_of_three"]
    after_trick: Literal["free", "trump", "trump_as_first"]
    must_head: bool
    pam_civil: Literal["no", "always", "if_asked"]


@dataclass(frozen=True, slots=True)
class Score:
    """The points made in a deal, whose they are, and how Game is counted."""

    points: Points
    low_to: Literal["holder", "taker"]
    point_to: Literal["as_named", "taker"]
    hang_jack: int
    game_by: Literal["pips", "trump_ten"]
    pips: Literal["usual", "all_cards", "trumps_only", "tricks"]
    trump_five: int
    tie: Literal["non_dealer", "eldest_of_tied", "eldest", "nobody"]
    discarded: Literal["out_of_play", "counts_as_dealt"]


@dataclass(frozen=True, slots=True)
class Peg:
    """Trumps marked while the hand is played (All Fives)."""

    peg_values: Points
    peg_to: Literal["winner", "player_AKQ", "winner_any_suit"]
    jack_besides: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """Loo: counters instead of points."""

    deal_stake: int
    red_is: int
    declare: Literal["in_turn_unseen", "in_turn", "eldest_may_wait"]
    simple: Literal["none", "after_widow_only", "unlooed", "first_only", "first_and_unlooed"]
    simple_trump: Literal["turned", "when_needed", "one_card"]
    club_law: bool
    widow_only: Literal["takes_pool", "no"]
    one_stands: Literal["dealer_defends", "dealer_says", "dealer_may"]
    flush: Literal["none", "three_trumps", "five_any"]
    flush_rank: Literal["elder", "trump_first_better", "trump_pam_elder", "superior_then_elder"]
    flush_looes: Literal[
        "in", "in_but_flush", "table", "in_but_flush_and_pam", "table_but_flush_and_pam", "table_but_flush"
    ]
    looed: Literal["three_red", "five_red", "stake", "agreed", "pool", "pool_capped"]
    sweep: Literal["none", "five_of_a_suit"]
    odd_counters: Literal["stay", "first_tricks"]
    loo_revoke: Literal["divide", "replay", "replay_looed", "pays_all"]
    revoke_fee: int
    irregular_fee: int
    irregular_bars: bool


@dataclass(frozen=True, slots=True)
class Court:
    """Irregularities and their price; acts in referee mode only."""

    misdeal: Literal[
        "passes",
        "same_dealer",
        "dealer_again_or_pone",
        "opponents_one",
        "opponents_one_passes",
        "new_deal_if_claimed",
    ]
    turned_jack_stands: Literal["unless_announced", "unless_before_turn"] | None
    exposed_in_deal: Literal["adversaries", "owner", "opponents_card", "any_card"]
    exposed_in_play: Literal["nothing", "called_at_four", "called", "stands"]
    out_of_turn: Literal["nothing", "exposed", "called_high_low", "stands"]
    two_cards: Literal["nothing", "adversaries_choose"]
    early_look: int
    wrong_score: Literal["off", "one", "four"]
    claim_until: Literal["next_deal", "next_cut"]
    revoke_set: Literal["quitted_or_next_card", "next_lead"]
    revoke_points: Literal[
        "one",
        "one_two_jack_out",
        "one_two_jack_held",
        "game_if_top_trump",
        "game",
        "bid_or_two",
        "bid_or_ten",
    ]
    revoke_to: Literal["opponents_side", "each_opponent", "set_back"]
    revoke_bars: tuple[str, ...]
    revoke_caps: bool
    revoke_choice: Literal["add", "add_or_deduct"]
    undertrump_penalty: Literal["none", "game"]


GROUPS: dict[str, type] = {
    "game": Game, "pack": Pack, "cut": Cut, "deal": Deal, "turn": Turn, "beg": Beg, "auction": Auction,
    "draw": Draw, "exchange": Exchange, "play": Play, "score": Score, "peg": Peg, "pool": Pool, "court": Court,
}  # fmt: skip
FIELDS: dict[str, str] = {f.name: group for group, kind in GROUPS.items() for f in fields(kind)}


class RulesError(Plain, ValueError):
    """A rule value that is missing, unknown or of the wrong kind, or values that make no game together.

    The message says what is expected; ``between`` names the fields or groups that stand against each other.
    """

    def __init__(self, why: str, between: tuple[str, ...] = ()):
        self.why, self.between = why, between
        super().__init__(f"{why} ({', '.join(between)})" if between else why)


@dataclass(frozen=True)
class Rules:
    """One complete set of rules. Groups are ``None`` where the game has no such phase.

    Raises :class:`RulesError` where the groups together make no game: begging where no trump is turned, a seller
    without a rule for his refusal, a stock that cannot be drawn evenly …
    """

    game: Game
    pack: Pack
    cut: Cut
    deal: Deal
    turn: Turn | None
    beg: Beg | None
    auction: Auction | None
    draw: Draw | None
    exchange: Exchange | None
    play: Play
    score: Score | None
    peg: Peg | None
    pool: Pool | None
    court: Court

    def __post_init__(self) -> None:
        flat: dict[str, Any] = dict.fromkeys(FIELDS)
        for name in GROUPS:
            group = getattr(self, name)
            if group is not None:
                flat.update((f.name, getattr(group, f.name)) for f in fields(group))
        self.__dict__.update(flat)  # flat reads are plain attribute reads: the engine makes thousands a deal
        self.__dict__["_hash"] = hash(tuple(getattr(self, name) for name in GROUPS))
        for quarrel in quarrels(self):
            raise RulesError(quarrel.why, quarrel.between)

    def __hash__(self) -> int:
        return self._hash  # type: ignore[no-any-return]

    def __getattr__(
        self, name: str
    ) -> Any:  # only reached for names that are no field; also tells mypy of the flat reads
        raise AttributeError(f"Rules has no field {name!r}")

    def values(self) -> Iterator[tuple[str, Any]]:
        """All fields of the groups that exist, as (name, value), in the order of the groups."""
        for name, group in FIELDS.items():
            if getattr(self, group) is not None:
                yield name, getattr(self, name)

    def replace(self, **changes: Any) -> Rules:
        """These rules with some fields changed.

        A whole group may be given by its name (``beg=None`` takes begging away), or by all its fields together.
        Raises :class:`RulesError` for an unknown name or value, or a field of a group that is absent.
        """
        groups: dict[str, Any] = {name: getattr(self, name) for name in GROUPS}
        leaves: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            if name in GROUPS:
                if value is not None and not isinstance(value, GROUPS[name]):
                    raise RulesError(f"{name}: expected a whole group or None, found {value!r:.40}")
                groups[name] = value
            elif name in FIELDS:
                leaves.setdefault(FIELDS[name], {})[name] = value
            else:
                raise RulesError(f"there is no rule field {name!r}; {_nearest(name)}")
        for group, new in leaves.items():
            if groups[group] is None and set(new) == {f.name for f in fields(GROUPS[group])}:
                groups[group] = make_group(group, new)  # a phase the game did not have, given whole
                continue
            if groups[group] is None:
                raise RulesError(
                    f"{', '.join(sorted(new))} belongs to the group {group!r}, which this game does not have"
                )
            old = {f.name: getattr(groups[group], f.name) for f in fields(groups[group])}
            groups[group] = make_group(group, {**old, **new})
        return Rules(**groups)


def make_group(name: str, values: Mapping[str, Any]) -> Any:
    """The group ``name`` from plain values (lists become tuples), every value checked.

    >>> make_group("draw", {"stock": "face_up", "draw_seen": "open"})
    Draw(stock='face_up', draw_seen='open')
    """
    kind = GROUPS[name]
    hints = _hints(kind)
    unknown = sorted(set(values) - set(hints))
    missing = sorted(set(hints) - set(values))
    if unknown:
        raise RulesError(f"group {name!r} has no field {unknown[0]!r}; it has {', '.join(hints)}")
    if missing:
        raise RulesError(f"group {name!r} needs a value for {', '.join(missing)}")
    return kind(**{key: _checked(key, values[key], hints[key]) for key in hints})


def domain(name: str) -> Any:
    """The type of a field as annotated, for example ``Literal['holder', 'taker']``."""
    return _hints(GROUPS[FIELDS[name]])[name]


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def choices(name: str) -> tuple[Any, ...]:
    """All values of a field that has a closed list of them, else an empty tuple.

    >>> choices("low_to"), choices("jack_free"), choices("target")
    (('holder', 'taker'), (False, True), ())
    """
    found: list[Any] = []
    for option in _options(domain(name)):
        if option is bool:
            found += [False, True]
        elif get_origin(option) is Literal:
            found += get_args(option)
        elif option is type(None):
            found.append(None)
        else:
            return ()
    return tuple(found)


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) not in (Literal, tuple, None) else (hint,)


def _checked(name: str, value: Any, hint: Any) -> Any:
    value = _frozen(value)
    if any(_fits(value, option) for option in _options(hint)):
        return value
    raise RulesError(f"{name} = {value!r} is not a value of this field; expected {describe(hint)}")


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, (list, tuple)) else value


def _fits(value: Any, hint: Any) -> bool:
    if hint is bool:
        return isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 999
    if hint is str:
        return isinstance(value, str)
    if hint is type(None):
        return value is None
    if get_origin(hint) is Literal:
        return isinstance(value, str) and value in get_args(hint)
    if get_origin(hint) is tuple:
        parts = get_args(hint)
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(_fits(v, parts[0]) for v in value)
        return len(value) == len(parts) and all(_fits(v, p) for v, p in zip(value, parts, strict=True))
    return False


def describe(hint: Any) -> str:
    """What a field takes, in words: for messages and for the rule book page."""
    words = []
    for option in _options(hint):
        if get_origin(option) is Literal:
            words += [repr(v) for v in get_args(option)]
        elif get_origin(option) is tuple:
            words.append(f"a list of {describe(get_args(option)[0])}")
        else:
            words.append({bool: "true or false", int: "a whole number", str: "a word", type(None): "nothing"}[option])
    return " or ".join(words)


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, FIELDS, 1)
    return f"did you mean {near[0]!r}?" if near else "see rules.FIELDS for all of them"
