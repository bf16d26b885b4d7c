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

    def solve(self) -> tuple[int, dict[Card, int]]:
        top = len(self.ladder) - 1
        rung = self._rung(self.start, 0, top, 0)
        low, high, way = (0, rung, -1) if self.ours(self.start) else (rung, top, 1)  # no card is better than the best
        cards = () if self.over(self.start) else self.legal(self.start)
        found = {c: self.ladder[self._rung(self.step(self.start, c), low, high, way)] for c in cards}
        return self.ladder[rung], found

    def _rung(self, node: Node, low: int, high: int, way: int) -> int:
        """The rung of the ladder of all values that a node is worth, known to be from ``low`` to ``high``.

        ``way``: -1 begins at the top, 1 at the foot, in growing steps; 0 in the middle.
        """
        step = 1
        while low < high:
            middle = (low + high + 1) // 2
            if way < 0:
                middle = max(middle, high - step + 1)
            elif way > 0:
                middle = min(middle, low + step)
            step *= 2
            if self.ask(node, self.ladder[middle]):
                low = middle
            else:
                high = middle - 1
        return low

    def value_of(self, node: Node, near: int = 0) -> int:
        """The value of a node."""
        return self.ladder[self._rung(node, 0, len(self.ladder) - 1, 0)]


LIKES = [
    # What is tried first: for each kind of card a liking, and how much of its worth is added. Found by trying: on some
    # hundred deals a little was changed at a time, and kept where fewer cards had to be looked at.
    # leading: nobody of theirs can beat it; a partner surely can; neither. Plain suit, trump: liking, and for its worth
    600, 17, 160, 2, 220, 3, 250, 3, 30, -19, 150, -2,
    # theirs winning: beats it safely, beats it unsafely, plain loser, losing trump
    220, 17, 150, 11, 120, -1, 0, -9,
    # ours winning, unsafe
    560, 1, 0, 3, 170, -3, 0, -7,
    # ours winning, safe
    160, 5, 210, 0, 250, 1, 200, 12,
    # theirs winning, a partner can win
    300, 2, 320, 23, 390, 2, 50, 0,
]  # fmt: skip
LEADS, BEATEN, WINNING, SAFE, HELPED = 0, 6, 10, 14, 18  # where the kinds of each situation begin


def asker(problem: Problem, most: int) -> Callable[[Node, int], bool]:
    """The function that answers: can we bring the value to ``wanted`` or more from this node?

    What it finds out serves later questions too. ``most``: how many starts of tricks may be kept.
    """
    hands, suit, above, trumps, ruff = problem.hands, problem.suit, problem.above, problem.trumps, problem.ruff
    pips, we, they, kind, values = problem.pips, problem.we, problem.they, problem.kind, problem.values
    size, n_cards = problem.size, range(len(suit))
    last = size - 1
    after = (*range(1, size), 0)
    foe = tuple(not ours for ours in problem.ours)
    held = [0, 0]
    for hand, theirs in zip(hands, foe, strict=True):
        held[theirs] |= hand
    foes_of = tuple(held[not theirs] for theirs in foe)
    friends_of = tuple(held[theirs] & ~hand for hand, theirs in zip(hands, foe, strict=True))
    foes_later, friends_later = (
        [[sum(hands[(s + k) % size] for k in range(1, size - n) if foe[(s + k) % size] is (foe[s] is not same))
          for n in range(size)] for s in range(size)]
        for same in (False, True)
    )  # fmt: skip
    matters = sum(1 << n for n in n_cards if we[n] or they[n])
    must_follow = not ruff & ~trumps
    # A score is 64 times the liking plus the number of the card: [kind][card].
    scores_of = [[(LIKES[k] + LIKES[k + 1] * w) * 64 + n for n, w in enumerate(problem.worth)] for k in range(0, 44, 2)]

    known: dict[tuple[int, int, int], list[int]] = {}
    tables: dict[int, dict[tuple[int, int, int], list[int]]] = {}
    bounds: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    wanted = 0
    # Answers at the end of the deal, by account, for a lower, a level and a higher count.
    lower: dict[int, bool] = {}
    level: dict[int, bool] = {}
    higher: dict[int, bool] = {}

    def claimed(seat: int, left: int) -> int:
        """The cards the leader can be sure of, if he draws what trumps there are and then cashes; 0 if he cannot.

        He can if he holds as many of the very highest trumps as anybody else holds trumps. Then all trumps fall to
        him, and no card of his is beaten that is the highest of its suit. If all are such, he takes all the tricks.
        """
        own, out = hands[seat] & left, trumps & left
        others = left & ~own
        if not must_follow:
            return 0
        if out & others:
            top = (own & out & -(1 << (out & others).bit_length())).bit_count()
            if not top or any((hands[s] & out).bit_count() > top for s in range(size) if s != seat):
                return 0
        sure = out
        rest = own & ~out
        while rest:
            bit = rest & -rest
            rest ^= bit
            if not others & suit[bit.bit_length() - 1] & -(bit << 1):
                sure |= bit
        return sure if own & ~sure else left

    def bounds_of(seat: int, left: int) -> tuple[int, int, int, int]:
        """What the account can still gain and lose; pips sure to be theirs and ours, twice."""
        theirs = foe[seat]
        sure = claimed(seat, left)
        out = left & trumps
        if not sure and out:  # at least the highest trumps will be taken by the side that holds them
            theirs = bool(1 << out.bit_length() - 1 & held[True])
            sure = out & held[theirs] & -(1 << (out & held[not theirs]).bit_length())
        top = floor = sure_pips = 0
        rest = left & (matters | sure)
        while rest:
            bit = rest & -rest
            rest ^= bit
            i = bit.bit_length() - 1
            if not bit & sure:
                top += we[i]
                floor += they[i]
            else:
                sure_pips += pips[i]
                top += they[i] if theirs else we[i]
                floor += they[i] if theirs else we[i]
        return top, floor, 2 * sure_pips if theirs else 0, 0 if theirs else 2 * sure_pips

    def lead(seat: int, left: int, account: int, d: int, out: int) -> bool:
        """At the start of a trick; ``out`` are the pips still to be won."""
        bound = bounds.get((left, seat))
        if bound is None:
            bound = bounds[left, seat] = bounds_of(seat, left)
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
        foes, friends = foes_of[seat] & left, friends_of[seat] & left
        scores = []
        before = kept = 0
        while hand:
            bit = hand & -hand
            hand ^= bit
            i = bit.bit_length() - 1
            if before & suit[i] and kind[i] == kept and not left & (bit - 1) & -(before << 1):
                before = bit
                continue
            before, kept = bit, kind[i]
            like = LEADS
            beats = above[i]
            if beats & foes:
                like = LEADS + 4
                if beats & friends and not above[(beats & friends).bit_length() - 1] & foes:
                    like = LEADS + 2
            scores.append(scores_of[like + 1 if bit & trumps else like][i])
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
        if legal & (legal - 1):
            foes = foes_later[seat][count] & left
            if foe[taker] is them:
                like = WINNING if beats & foes else SAFE
            else:
                like = HELPED if beats & left & friends_later[seat][count] else BEATEN
            live = left | trick
            scores = []
            before = kept = 0
            while legal:
                bit = legal & -legal
                legal ^= bit
                i = bit.bit_length() - 1
                if before & suit[i] and kind[i] == kept and not live & (bit - 1) & -(before << 1):
                    before = bit
                    continue
                before, kept = bit, kind[i]
                if bit & beats:
                    scores.append(scores_of[like + 1 if above[i] & foes else like][i])
                else:
                    scores.append(scores_of[like + 3 if bit & trumps else like + 2][i])
            if len(scores) > 1:
                scores.sort(reverse=True)
        else:
            scores = [legal.bit_length() - 1]
        for score in scores:
            i = score & 63
            bit = 1 << i
            wins = bit & beats
            if count < last:
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
