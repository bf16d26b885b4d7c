"""The search for perfect play, in Python. :mod:`.solver` says what for; :mod:`.opencards` explains the numbers.

It answers yes-or-no questions: "can we still bring it to ``wanted``?" Two ideas make it fast, both exact:

* The owners of the cards are fixed, so (cards left, who leads, the account) is the whole position apart from the count
  for Game. The answer can only get better as our count rises, so one entry of the table keeps two thresholds: yes from
  here up, no from here down.
* Of cards that are neighbours among those still in play, and worth the same, one stands for all.

Before it looks further it asks whether the answer is certain: what is still to be won, pips and points, may not be able
to change it. The highest trumps left are sure to be taken by the side that holds them.
"""

from __future__ import annotations

from collections.abc import Callable

from ..cards import Card
from .opencards import Node, Problem, Search, TooLongError

_FAR = 1 << 20


class PlainSearch(Search[Node]):
    """Two sides and the plain law of following."""

    def __init__(self, problem: Problem, most: int):
        self.problem, self.start = problem, problem.start
        self.ladder = sorted({value for three in problem.values.values() for value in three})
        """All values the deal can come to."""
        self.ask = asker(problem, most)

    def player(self, node: Node) -> int:
        return self.problem.seats[node.seat]

    def ours(self, node: Node) -> bool:
        return self.problem.ours[node.seat]

    def over(self, node: Node) -> bool:
        return not node.left

    def legal(self, node: Node) -> tuple[Card, ...]:
        legal = self.problem.hands[node.seat] & node.left
        if legal & node.led:
            legal &= node.led | self.problem.ruff
        return tuple(sorted(c for n, c in enumerate(self.problem.cards) if legal >> n & 1))

    def step(self, node: Node, card: Card) -> Node:
        problem, size = self.problem, self.problem.size
        n = problem.cards.index(card)
        led, best, taker = node.led, node.best, node.taker
        if not node.trick:
            led, best, taker = problem.suit[n], n, node.seat
        elif problem.above[best] >> n & 1:
            best, taker = n, node.seat
        trick, left = node.trick | 1 << n, node.left ^ 1 << n
        if trick.bit_count() < size:
            return Node((node.seat + 1) % size, left, node.leader, led, best, taker, trick, node.account, node.d)
        ours, account, d = problem.ours[taker], node.account, node.d
        for i in range(len(problem.cards)):
            if trick >> i & 1:
                account += problem.we[i] if ours else problem.they[i]
                d += problem.pips[i] if ours else -problem.pips[i]
        return Node(taker, left, taker, 0, 0, taker, 0, account, d)

    def value_of(self, node: Node, near: int | None = None) -> int:
        """The value of a node: a rung of the ladder of all values there can be, closed in on from ``near``."""
        ladder = self.ladder
        low, high = 0, len(ladder) - 1
        if near is not None:
            at, step = ladder.index(near), 1
            if self.ask(node, near):
                low = at
                while low < high and self.ask(node, ladder[min(low + step, high)]):
                    low = min(low + step, high)
                    step *= 2
                high = min(low + step - 1, high)
            else:
                high = at - 1
                while high > 0 and not self.ask(node, ladder[max(high - step + 1, 0)]):
                    high = max(high - step, 0)
                    step *= 2
                low = max(high - step + 1, 0)
        while low < high:
            middle = (low + high + 1) // 2
            if self.ask(node, ladder[middle]):
                low = middle
            else:
                high = middle - 1
        return ladder[low]


def asker(problem: Problem, most: int) -> Callable[[Node, int], bool]:
    """The function that answers: can we bring the value to ``wanted`` or more from this node?

    What it finds out serves later questions too. ``most``: how many starts of tricks may be kept.
    """
    hands, suit, above, trumps, ruff = problem.hands, problem.suit, problem.above, problem.trumps, problem.ruff
    pips, we, they, kind, values = problem.pips, problem.we, problem.they, problem.kind, problem.values
    size = problem.size
    last = size - 1
    after = (*range(1, size), 0)
    foe = tuple(not ours for ours in problem.ours)
    ours_held = sum(h for h, ours in zip(hands, problem.ours, strict=True) if ours)
    matters = trumps | sum(1 << n for n in range(len(suit)) if we[n] or they[n])

    # What is liked best is tried first; a score is 64 times the liking plus the number of the card.
    worth = problem.worth
    n_cards = range(len(suit))
    lead_sure = [(400 + worth[i]) * 64 + i for i in n_cards]
    lead_else = [((200 if trumps >> i & 1 else 100) - worth[i]) * 64 + i for i in n_cards]
    win_last = [(300 + worth[i]) * 64 + i for i in n_cards]
    win_partner = [(100 + worth[i]) * 64 + i for i in n_cards]
    win_sure = [(260 + worth[i]) * 64 + i for i in n_cards]
    win_else = [(150 - worth[i]) * 64 + i for i in n_cards]
    give_last = [(200 + worth[i]) * 64 + i for i in n_cards]
    give = [(120 + worth[i]) * 64 + i for i in n_cards]
    throw = [(100 - worth[i] - (30 if trumps >> i & 1 else 0)) * 64 + i for i in n_cards]

    known: dict[tuple[int, int, int], list[int]] = {}
    tables: dict[int, dict[tuple[int, int, int], list[int]]] = {}
    bounds: dict[int, tuple[int, int, int, int]] = {}
    wanted = 0
    # Answers at the end of the deal, by account, for a lower, a level and a higher count.
    lower: dict[int, bool] = {}
    level: dict[int, bool] = {}
    higher: dict[int, bool] = {}

    def bounds_of(key: int) -> tuple[int, int, int, int]:
        """What the account can still gain and lose; pips sure to be theirs and ours, twice."""
        top, floor, sure_ours, sure_theirs = 0, 0, 0, 0
        rest = key & trumps
        if rest:
            mine = bool(1 << rest.bit_length() - 1 & ours_held)
            while rest:
                bit = 1 << rest.bit_length() - 1
                if bool(bit & ours_held) is not mine:
                    break
                rest ^= bit
                if mine:
                    sure_ours |= bit
                else:
                    sure_theirs |= bit
        pips_ours = pips_theirs = 0
        while key:
            bit = key & -key
            key ^= bit
            i = bit.bit_length() - 1
            if bit & sure_ours:
                pips_ours += pips[i]
            elif bit & sure_theirs:
                pips_theirs += pips[i]
            top += they[i] if bit & sure_theirs else we[i]
            floor += we[i] if bit & sure_ours else they[i]
        return top, floor, 2 * pips_theirs, 2 * pips_ours

    def lead(seat: int, left: int, account: int, d: int, out: int) -> bool:
        """At the start of a trick; ``out`` are the pips still to be won."""
        key = left & matters
        bound = bounds.get(key)
        if bound is None:
            bound = bounds[key] = bounds_of(key)
        top, floor, theirs, mine = bound
        most_d = d + out - theirs
        if not (higher if most_d > 0 else lower if most_d < 0 else level)[account + top]:
            return False
        least_d = d - out + mine
        if (higher if least_d > 0 else lower if least_d < 0 else level)[account + floor]:
            return True
        entry = known.get((left, seat, account))
        if entry is None:
            entry = known[left, seat, account] = [_FAR, -_FAR]
            if len(known) > most:
                raise TooLongError(f"more than {most:,} starts of tricks to look at")
        elif d >= entry[0]:
            return True
        elif d <= entry[1]:
            return False
        hand = hands[seat] & left
        scores = []
        before = kept = 0
        while hand:
            bit = hand & -hand
            hand ^= bit
            i = bit.bit_length() - 1
            same = suit[i]
            if before & same and kind[i] == kept and not left & (bit - 1) & -(before << 1):
                before = bit
                continue
            before, kept = bit, kind[i]
            scores.append(lead_else[i] if left & same & -(bit << 1) else lead_sure[i])
        if len(scores) > 1:
            scores.sort(reverse=True)
        them = foe[seat]
        answer = them
        following = after[seat]
        for score in scores:
            i = score & 63
            if play(following, 1, left ^ 1 << i, suit[i], i, seat, 1 << i, account, d, out) is not them:
                answer = not them
                break
        if answer:
            if d < entry[0]:
                entry[0] = d
        elif d > entry[1]:
            entry[1] = d
        return answer

    def play(
        seat: int, count: int, left: int, led: int, best: int, taker: int, trick: int, account: int, d: int, out: int
    ) -> bool:
        """In a trick to which ``count`` cards are laid."""
        legal = hands[seat] & left
        follow = legal & led
        if follow:
            legal = follow | (legal & ruff)
        them = foe[seat]
        beats = above[best]
        final = count == last
        if legal & (legal - 1):
            ours = foe[taker] is them
            live = left | trick
            scores = []
            before = kept = 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                i = bit.bit_length() - 1
                same = suit[i]
                if before & same and kind[i] == kept and not live & (bit - 1) & -(before << 1):
                    before = bit
                    continue
                before, kept = bit, kind[i]
                if bit & beats:
                    if final:
                        scores.append(win_partner[i] if ours else win_last[i])
                    else:
                        scores.append(win_else[i] if live & same & -(bit << 1) else win_sure[i])
                elif ours:
                    scores.append(give_last[i] if final else give[i])
                else:
                    scores.append(throw[i])
            if len(scores) > 1:
                scores.sort(reverse=True)
        else:
            scores = [legal.bit_length() - 1]
        for score in scores:
            i = score & 63
            bit = 1 << i
            wins = bit & beats
            if not final:
                answer = play(
                    after[seat], count + 1, left ^ bit, led, i if wins else best, seat if wins else taker, trick | bit,
                    account, d, out,
                )  # fmt: skip
            else:
                winner = seat if wins else taker
                cards = trick | bit
                theirs = foe[winner]
                gains = they if theirs else we
                now, n = account, 0
                while cards:
                    low = cards & -cards
                    cards ^= low
                    c = low.bit_length() - 1
                    n += pips[c]
                    now += gains[c]
                after_d = d - n if theirs else d + n
                if left == bit:
                    answer = (higher if after_d > 0 else lower if after_d < 0 else level)[now]
                else:
                    answer = lead(winner, left ^ bit, now, after_d, out - n)
            if answer is not them:
                return answer
        return them

    def ask(node: Node, v: int) -> bool:
        nonlocal known, wanted
        account = node.account
        if problem.adds:
            shift = v
            tables.setdefault(0, known)
        else:
            shift, known = 0, tables.setdefault(v, {})
        if v != wanted or not lower:
            wanted = v
            for answers, n in ((lower, 0), (level, 1), (higher, 2)):
                answers.clear()
                answers.update((a - shift, worths[n] >= v) for a, worths in values.items())
        out = sum(pips[i] for i in n_cards if (node.left | node.trick) >> i & 1)
        account -= shift
        if not node.left and not node.trick:
            return (higher if node.d > 0 else lower if node.d < 0 else level)[account]
        if not node.trick:
            return lead(node.leader, node.left, account, node.d, out)
        return play(
            node.seat, node.trick.bit_count(), node.left, node.led, node.best, node.taker, node.trick, account, node.d,
            out,
        )  # fmt: skip

    return ask
