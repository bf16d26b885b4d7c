"""The long way to perfect play: any number of sides, every law of following, a match that may end in mid-deal.

Slower than :mod:`.search`, and it asks the engine for whatever it does not know itself. With three or more sides the
answer is *paranoid*: what one side makes if all the others play together against it; their points are added up, each
keeps a count of its own for Game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..cards import BY_INDEX, Card, from_bits, to_bits
from ..engine import Position, cardplay, scoring
from ..engine.scoring import Award
from .opencards import OUT, Search, TooLongError, signed, stakes_of

_FAR = 1 << 20


class Node(NamedTuple):
    """A moment of the search. Sets of cards are bit sets; ``trick`` are the cards on the table."""

    seat: int
    left: int
    leader: int
    led: int
    best: int
    taker: int
    trick: int
    acc: int
    """What has been won so far, in the search's own code."""
    d: int
    """Our pips less theirs (two sides)."""


class LongSearch(Search[Node]):
    """One deal seen from one side, with the table of what is known about it."""

    def __init__(self, position: Position, us: int, match: bool = False, most: int | None = None):
        table, frame = position.table, position.frame
        if frame.draws:
            raise ValueError("cards are still to be drawn: open-card values begin when the stock is gone")
        assert frame.layout is not None
        self.rules, self.table, self.frame, self.layout = table.rules, table, frame, frame.layout
        self.us, self.sides, self.size, self.match = us, len(table.sides), len(frame.active), match
        self.simple = not match and self.sides == 2
        self.most = most if most is not None else 1 << 60
        self.stakes = stakes_of(position)
        self.scores = next(p for p in position.path() if p.frame.phase in ("play", "over")).frame.scores
        self.tables: dict[int, dict[tuple[int, int, int], list[int]]] = {}
        self.finals: dict[tuple[int, int], int] = {}
        self._measure()
        self.start = self._root(position)
        self.ask = self._questions()

    def player(self, node: Node) -> int:
        return node.seat

    def ours(self, node: Node) -> bool:
        return self.table.side_of[node.seat] == self.us

    def over(self, node: Node) -> bool:
        return not node.left or (self.match and bool(self.stakes.pegs) and self.out_already(node.acc))

    # -- the code in which winnings are kept ------------------------------------------------------

    def _measure(self) -> None:
        """``gain[side][bit]``: what a card adds to the code when ``side`` takes it.

        In the simple case the code is the points themselves, ours less theirs. Else it has a digit for the taker of
        every card that carries a point, then the pegs of each side, then (three or more sides) its pips.
        """
        stakes, us, carried = self.stakes, self.us, self.stakes.carried
        self.digit = self.sides + 1
        self.pegs_at: int = self.digit ** len(carried)
        self.pips_at: int = self.pegs_at << 8 * self.sides
        pip = {c.bit: scoring.pips(self.rules, self.layout.trump, c.bit) if stakes.game else 0 for c in BY_INDEX}
        self.gain: list[dict[int, int]] = []
        for side in range(self.sides):
            gain = dict.fromkeys(pip, 0)
            for k, (card, by_taker) in enumerate(carried):
                gain[card.bit] += signed(by_taker[side], us) if self.simple else (side + 1) * self.digit**k
            for bit, n in stakes.pegs:
                gain[bit] += (n if side == us else -n) if self.simple else n * self.pegs_at << 8 * side
            if self.sides > 2:
                for bit, n in pip.items():
                    gain[bit] += n * self.pips_at << 8 * side
            self.gain.append(gain)
        self.pip = pip if self.sides == 2 else dict.fromkeys(pip, 0)
        pegs = dict(stakes.pegs)
        self.worth = {b: n + 3 * pegs.get(b, 0) + 8 * sum(c.bit == b for c, _ in carried) for b, n in pip.items()}
        kinds = {bit: (n, *(gain[bit] for gain in self.gain)) for bit, n in self.pip.items()}
        self.kind = {bit: sorted(set(kinds.values())).index(kind) for bit, kind in kinds.items()}
        self.turned = self.frame.turn_ups[-1] if self.frame.turn_ups else None
        two = stakes.game and self.sides == 2
        self.game = [self._game(1), self._game(-1), self._game(0)] if two else [0, 0, 0]  # by the sign of d

    def _game(self, sign: int) -> int:
        """Two sides: what Game brings when our count is higher (1), lower (-1), level (0)."""
        counts = [0, 0]
        counts[self.us if sign > 0 else 1 - self.us] = abs(sign)
        return signed(self._award(counts), self.us)

    def _award(self, counts: Sequence[int]) -> Award:
        return scoring.game_of(self.rules, counts, self.table.side_of, self.table.dealer_side)

    def _root(self, position: Position) -> Node:
        """Where the search starts, with what has been won already."""
        side_of, acc, d = self.table.side_of, 0, 0
        if self.simple:
            acc = sum(signed(award, self.us) for award in self.stakes.fixed)
        for place, mask in enumerate(self.frame.hands):
            for c in from_bits(mask):
                n = scoring.pegs_when_played(self.rules, self.layout.trump, c)
                if self.simple:  # every card is played in the end
                    acc += n if side_of[place] == self.us else -n
                elif not c.bit & position.left:
                    acc += n * self.pegs_at << 8 * side_of[place]
        for plays, winner in scoring.complete_tricks(self.rules, position.trump, position.laid(), self.size):
            for _, c in plays:
                acc += self.gain[side_of[winner]][c.bit]
                d += self.pip[c.bit] if side_of[winner] == self.us else -self.pip[c.bit]
        trick = to_bits(c for _, c in position.trick)
        return Node(
            position.seat, position.left, position.leader, position.led, position.best, position.taker, trick, acc, d
        )

    # -- final values -----------------------------------------------------------------------------

    def final(self, acc: int, d: int) -> int:
        """The value of a deal played out."""
        sign = (d > 0) - (d < 0)
        if self.simple:
            return acc + self.game[sign - 1]
        found = self.finals.get((acc, sign))
        if found is None:
            found = self.finals[acc, sign] = self._settle(acc, sign)
        return found

    def _settle(self, acc: int, sign: int) -> int:
        made = list(self.stakes.fixed)
        for k, (_, by_taker) in enumerate(self.stakes.carried):
            taker = acc // self.digit**k % self.digit
            if taker:
                made.append(by_taker[taker - 1])
        pegs = [acc // self.pegs_at >> 8 * side & 255 for side in range(self.sides)]
        if self.stakes.game:
            counts = [acc // self.pips_at >> 8 * side & 255 for side in range(self.sides)]
            if self.sides == 2:
                counts[self.us if sign > 0 else 1 - self.us] = abs(sign)
            made.append(self._award(counts))
        if not self.match:
            marks = list(pegs)
            for award in made:
                if award.side is not None:
                    marks[award.side] += award.n
            return 2 * marks[self.us] - sum(marks)
        scores = [n + peg for n, peg in zip(self.scores, pegs, strict=True)]
        done = scoring.settle(self.rules, scores, made, self.table.side_of, self.frame.contract, self.frame.penalties)
        gains = [now - then for now, then in zip(done.scores, self.scores, strict=True)]
        won = 0 if done.winner is None else OUT if done.winner == self.us else -OUT
        return won + 2 * gains[self.us] - sum(gains)

    def out_already(self, acc: int) -> bool:
        """Has somebody gone out by pegs (match play)?"""
        return any(
            n + (acc // self.pegs_at >> 8 * side & 255) >= self.rules.target for side, n in enumerate(self.scores)
        )

    def _out_value(self, acc: int) -> int:
        """The match value where somebody is out by pegs; nothing more is counted."""
        pegs = [acc // self.pegs_at >> 8 * side & 255 for side in range(self.sides)]
        out = next(s for s, n in enumerate(self.scores) if n + pegs[s] >= self.rules.target)
        return (OUT if out == self.us else -OUT) + 2 * pegs[self.us] - sum(pegs)

    # -- the search -------------------------------------------------------------------------------

    def _questions(self) -> Callable[[Node, int], bool]:
        """The search: "can our side bring the final value to ``v`` or more?", to be asked of any node."""
        rules, layout, frame = self.rules, self.layout, self.frame
        power, suit_of, wide, trumps = layout.power, layout.suit_of, layout.wide, layout.trumps
        hands, after, last = frame.hands, frame.after, self.size - 1
        side_of, us, gain, pip, worth, kind = self.table.side_of, self.us, self.gain, self.pip, self.worth, self.kind
        foe = tuple(side != us for side in side_of)
        plain, ruff, free_lead = frame.plain, frame.ruff, frame.free_lead
        simple, tables, most = self.simple, self.tables, self.most
        known: dict[tuple[int, int, int], list[int]] = {}
        v = shift = (
            0  # set by every question; in the simple case what is wanted is part of the key, else each v has a table
        )
        game_up, game_even, game_down = self.game[0], self.game[-1], self.game[1]
        swings = [
            (bit, max(ours, theirs), min(ours, theirs))
            for bit in pip
            for ours, theirs in [(gain[us][bit], max(g[bit] for s, g in enumerate(gain) if s != us))]
            if simple and (ours or theirs)
        ]
        ending = self.match and bool(self.stakes.pegs)
        at_once = {
            c.bit: n for c in BY_INDEX for n in [scoring.pegs_when_played(rules, layout.trump, c)] if n and ending
        }
        in_play = sum(hands)

        def lead(leader: int, left: int, acc: int, d: int) -> bool:
            if ending and self.out_already(acc):
                return self._out_value(acc) >= v
            if not left:
                return self.final(acc + shift, d) >= v
            if simple:
                top = least = acc
                for bit, up, down in swings:
                    if left & bit:
                        top += up
                        least += down
                pips = sum_pips(left)
                if top + (game_up if d + pips > 0 else game_down if d + pips < 0 else game_even) < 0:
                    return False
                if least + (game_up if d - pips > 0 else game_down if d - pips < 0 else game_even) >= 0:
                    return True
            key = (left, leader, acc)
            entry = known.get(key)
            if entry is None:
                entry = known[key] = [_FAR, -_FAR]
                if len(known) > most:
                    raise TooLongError(f"more than {most:,} starts of tricks to look at")
            elif d >= entry[0]:
                return True
            elif d <= entry[1]:
                return False
            hand = hands[leader] & left
            if not free_lead:
                hand = cardplay.may_lead(rules, layout, hand, left == in_play, last + 1, self.turned)
            them = foe[leader]
            answer = them
            for bit in order_lead(hand, left):
                i = bit.bit_length() - 1
                got = acc + (at_once[bit] * self.pegs_at << 8 * side_of[leader]) if bit in at_once else acc
                if play(after[leader], 1, left ^ bit, leader, suit_of[i], power[i], leader, bit, got, d) is not them:
                    answer = not them
                    break
            if answer:
                if d < entry[0]:
                    entry[0] = d
            elif d > entry[1]:
                entry[1] = d
            return answer

        def play(
            seat: int, count: int, left: int, leader: int, led: int, best: int, taker: int, trick: int, acc: int, d: int
        ) -> bool:
            if at_once and self.out_already(acc):
                return self._out_value(acc) >= v
            hand = hands[seat] & left
            legal = hand & led
            if not plain:
                legal = cardplay.lawful(rules, layout, hand, led, best)
            elif legal:
                legal |= hand & ruff
            else:
                legal = hand
            them = foe[seat]
            can_win = led | wide
            for bit in order_follow(legal, left | trick, best, can_win, foe[taker] is them, count == last):
                i = bit.bit_length() - 1
                p = power[i]
                wins = p > best and bit & can_win
                got = acc + (at_once[bit] * self.pegs_at << 8 * side_of[seat]) if bit in at_once else acc
                if count < last:
                    answer = play(
                        after[seat], count + 1, left ^ bit, leader, led, p if wins else best, seat if wins else taker,
                        trick | bit, got, d,
                    )  # fmt: skip
                else:
                    winner = seat if wins else taker
                    taken = gain[side_of[winner]]
                    n = pips_of = 0
                    cards = trick | bit
                    while cards:
                        low = cards & -cards
                        n += taken[low]
                        pips_of += pip[low]
                        cards ^= low
                    answer = lead(winner, left ^ bit, got + n, d - pips_of if foe[winner] else d + pips_of)
                if answer is not them:
                    return answer
            return them

        def sum_pips(mask: int) -> int:
            total = 0
            for bits, n in counting:
                total += n * (mask & bits).bit_count()
            return total

        counting = [(sum(b for b in pip if pip[b] == n), n) for n in sorted(set(pip.values())) if n]

        def order_lead(legal: int, live: int) -> list[int]:
            """Sure winners first, the most precious before; then trumps; then the cheapest losers."""
            found = []
            before = 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                i = bit.bit_length() - 1
                suit = suit_of[i]
                if before and before & suit and kind[bit] == kind[before] and not live & (bit - 1) & -(before << 1):
                    before = bit
                    continue
                before = bit
                if not live & suit & -(bit << 1):
                    found.append((400 + worth[bit], bit))
                elif bit & trumps:
                    found.append((200 - worth[bit], bit))
                else:
                    found.append((100 - worth[bit], bit))
            if len(found) > 1:
                found.sort(reverse=True)
            return [bit for _, bit in found]

        def order_follow(legal: int, live: int, best: int, can_win: int, ours: bool, is_last: bool) -> list[int]:
            found = []
            before = 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                i = bit.bit_length() - 1
                suit = suit_of[i]
                w = worth[bit]
                if before and before & suit and kind[bit] == kind[before] and not live & (bit - 1) & -(before << 1):
                    before = bit
                    continue
                before = bit
                if power[i] > best and bit & can_win:
                    if is_last:
                        score = 300 + w if not ours else 100 + w
                    elif not live & suit & -(bit << 1):
                        score = 260 + w
                    else:
                        score = 150 - w
                elif ours:
                    score = 200 + w if is_last else 120 + w
                else:
                    score = 100 - w - (30 if bit & trumps else 0)
                found.append((score, bit))
            if len(found) > 1:
                found.sort(reverse=True)
            return [bit for _, bit in found]

        def question(node: Node, wanted: int) -> bool:
            nonlocal v, shift, known
            v = wanted
            shift = v if simple else 0
            known = tables.setdefault(0 if simple else v, {})
            acc = node.acc - shift
            if not node.trick:
                return lead(node.leader, node.left, acc, node.d)
            return play(
                node.seat, node.trick.bit_count(), node.left, node.leader, node.led, node.best, node.taker, node.trick,
                acc, node.d,
            )  # fmt: skip

        return question

    # -- values -----------------------------------------------------------------------------------

    def step(self, node: Node, card: Card) -> Node:
        """The node after a card."""
        layout, frame, i = self.layout, self.frame, card.index
        seat, power = node.seat, layout.power[i]
        acc = node.acc
        if not self.simple:
            acc += (
                scoring.pegs_when_played(self.rules, layout.trump, card) * self.pegs_at << 8 * self.table.side_of[seat]
            )
        led, best, taker = node.led, node.best, node.taker
        if not node.trick:
            led, best, taker = layout.suit_of[i], power, seat
        elif power > best and card.bit & (led | layout.wide):
            best, taker = power, seat
        trick, left = node.trick | card.bit, node.left ^ card.bit
        if trick.bit_count() < self.size:
            leader = node.leader if node.trick else seat
            return Node(frame.after[seat], left, leader, led, best, taker, trick, acc, node.d)
        side, d = self.table.side_of[taker], node.d
        for c in from_bits(trick):
            acc += self.gain[side][c.bit]
            d += self.pip[c.bit] if side == self.us else -self.pip[c.bit]
        return Node(taker, left, taker, 0, -9, taker, 0, acc, d)

    def legal(self, node: Node) -> tuple[Card, ...]:
        hand = self.frame.hands[node.seat] & node.left
        if node.trick:
            return from_bits(cardplay.lawful(self.rules, self.layout, hand, node.led, node.best))
        first = node.left == sum(self.frame.hands)
        return from_bits(cardplay.may_lead(self.rules, self.layout, hand, first, self.size, self.turned))
