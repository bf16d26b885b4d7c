"""The games of the first five books once more, written plainly from the texts and without the engine.

Cards are two-letter strings, a rule book is a dict of field values, a deal is a list of steps. Nothing here imports the
package: it would be no second opinion if it did.
"""

from __future__ import annotations

ORDER = "23456789TJQKA"
PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}


def strength(card: str) -> int:
    return ORDER.index(card[0])


def allowed_cards(rule: dict, hand: list[str], trick: list[str], trump: str | None) -> list[str]:
    """The cards of ``hand`` that may be played to ``trick`` (the cards already on the table)."""
    if not trick or trump is None:
        return leads(rule, hand, trump)
    led = trick[0][1]
    has_suit = any(c[1] == led for c in hand)
    allowed = []
    for c in hand:
        if rule["follow"] == "free" or not has_suit or c[1] == led:
            fine = True
        elif c[1] == trump:
            fine = rule["follow"] == "follow_or_trump" or (rule["jack_free"] and c[0] == "J")
        else:
            fine = False
        if rule["void"] == "must_trump" and rule["follow"] != "free" and not has_suit:
            fine = c[1] == trump or not any(x[1] == trump for x in hand)
        if fine:
            allowed.append(c)
    if rule["undertrump"] != "allowed" and led != trump:
        trumps_down = [c for c in trick if c[1] == trump]
        only_trumps = all(c[1] == trump for c in hand)
        if trumps_down and not (rule["undertrump"] == "barred_if_choice" and only_trumps):
            top = max(map(strength, trumps_down))
            better = [c for c in allowed if not (c[1] == trump and strength(c) < top)]
            allowed = better or allowed
    return allowed


def leads(rule: dict, hand: list[str], trump: str | None) -> list[str]:
    if rule.get("first_lead_now") or trump is None or rule["after_trick"] == "free":
        return hand
    return [c for c in hand if c[1] == trump] or hand


def winner(rule: dict, trick: list[tuple[int, str]], trump: str) -> int:
    """The player who takes a complete trick."""
    best_player, best_card = trick[0]
    for player, card in trick[1:]:
        if rule["trick_by"] == "any_highest" or card[1] == best_card[1]:
            better = strength(card) > strength(best_card)
        else:
            better = card[1] == trump
        if better:
            best_player, best_card = player, card
    return best_player


def pip_count(rule: dict, cards: list[str], trump: str) -> int:
    total = 0
    for card in cards:
        if rule["pips"] == "tricks":
            total += 1
        elif rule["pips"] == "trumps_only" and card[1] != trump:
            continue
        elif card[0] in PIPS:
            total += PIPS[card[0]]
        elif card == "5" + trump and rule["trump_five"]:
            total += rule["trump_five"]
        elif rule["pips"] == "all_cards":
            total += int(card[0])
    return total


class Match:
    """The score of a match as a scorer with pencil and paper would keep it."""

    def __init__(self, rule: dict, side_of: list[int], scores: list[int]):
        self.rule, self.side_of, self.scores = rule, side_of, list(scores)
        self.over_by: tuple[int, str] | None = None

    def mark(self, side: int, n: int, what: str) -> None:
        if self.over_by is not None:
            return
        self.scores[side] += n
        if self.scores[side] >= self.rule["target"]:
            self.over_by = (side, what)


class Deal:
    """One deal: fed with what happened, it says whether each step was lawful and keeps the score."""

    def __init__(self, rule: dict, side_of: list[int], scores: list[int], hands: list[list[str]], stock: list[str]):
        self.rule, self.side_of = rule, side_of
        self.match = Match(rule, side_of, scores)
        self.hands = [list(hand) for hand in hands]
        self.dealt = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.players = len(hands)
        self.dealer_side = side_of[-1]
        self.trump: str | None = None
        self.turned: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.taken: list[list[str]] = [[] for _ in scores]
        self.winners: list[int] = []
        self.to_play = 0
        self.runs = 0
        self.void_deal = False
        if rule["trump_from"] == "turn":
            self.turn_up(None)

    # -- before the play ----------------------------------------------------------------------------

    def turn_up(self, refused: str | None) -> None:
        card = self.stock.pop(0)
        self.turned.append(card)
        self.trump = card[1]
        if self.rule["earlier_turns"] == "kept":
            self.match.mark(self.dealer_side, self.turn_worth(card, refused), "turn")

    def turn_worth(self, card: str, refused: str | None) -> int:
        for rank, n in self.rule["turn_points"]:
            if card[0] == rank:
                return 0 if card[1] == refused and self.rule["refused_suit"] == "nothing" else n
        return 0

    def trump_stands(self) -> None:
        if self.rule["trump_from"] == "turn" and self.rule["earlier_turns"] == "final_only":
            self.match.mark(self.dealer_side, self.turn_worth(self.turned[-1], None), "turn")

    def gift_sides(self) -> list[int]:
        others = []
        for side in self.side_of:
            if side != self.dealer_side and side not in others:
                others.append(side)
        if len(others) > 1 and self.rule["gift_to"] == "beggar":
            return others[:1]
        return others

    def may_give(self) -> bool:
        if not self.rule["gift_may_put_out"]:
            for side in self.gift_sides():
                if self.match.scores[side] + 1 >= self.rule["target"]:
                    return False
        if self.rule["gift_needs_trump"]:
            return any(c[1] == self.trump for c in self.hands[-1])
        return True

    def give(self) -> None:
        self.trump_stands()
        for side in self.gift_sides():
            self.match.mark(side, 1, "gift")

    def run(self) -> None:
        refused = self.trump
        while self.match.over_by is None:
            if len(self.stock) < 3 * self.players + 1:
                self.void_deal = True
                return
            for hand, dealt in zip(self.hands, self.dealt, strict=True):
                three, self.stock = self.stock[:3], self.stock[3:]
                hand += three
                dealt += three
            self.runs += 1
            self.turn_up(refused)
            if self.trump != refused:
                return

    def keeps(self) -> int:
        """Cards each plays with."""
        if self.rule["after_run"] == "all" or (self.rule["after_run"] == "nine_once" and self.runs == 1):
            return 6 + 3 * self.runs
        return 6

    def discard(self, player: int, card: str) -> None:
        self.hands[player].remove(card)

    # -- the play -----------------------------------------------------------------------------------

    def begin_play(self) -> None:
        self.in_play = [list(hand) for hand in self.hands]

    def allowed(self) -> set[str]:
        hand = self.hands[self.to_play]
        rule = {**self.rule, "first_lead_now": not self.winners and not self.trick}
        on_table = [card for _, card in self.trick]
        return set(allowed_cards(rule, hand, on_table, self.trump))

    def play(self, card: str) -> None:
        player = self.to_play
        if self.trump is None:
            self.trump = card[1]
        self.hands[player].remove(card)
        self.trick.append((player, card))
        if self.pegs() and self.rule["peg_to"] == "player_AKQ" and card[1] == self.trump and card[0] in "AKQ":
            self.match.mark(self.side_of[player], self.pegs().get(card[0], 0), "peg")
        if len(self.trick) < self.players:
            self.to_play = (player + 1) % self.players
            return
        taker = winner(self.rule, self.trick, self.trump)
        side = self.side_of[taker]
        n = 0
        for _, c in self.trick:
            marked_when_played = self.rule.get("peg_to") == "player_AKQ" and c[0] in "AKQ"
            any_suit = self.rule.get("peg_to") == "winner_any_suit"
            if (any_suit or c[1] == self.trump) and not marked_when_played:
                n += self.pegs().get(c[0], 0)
        if n:
            self.match.mark(side, n, "peg")
        self.taken[side] += [c for _, c in self.trick]
        self.winners.append(taker)
        self.trick = []
        self.to_play = taker

    def pegs(self) -> dict[str, int]:
        return dict(self.rule.get("peg_values") or [])

    # -- the points ---------------------------------------------------------------------------------

    def points(self) -> dict[str, tuple[int | None, int]]:
        """Point -> (side or None, worth) of a deal played out."""
        held = self.dealt if self.rule["discarded"] == "counts_as_dealt" else self.in_play
        owner = {card: self.side_of[n] for n, hand in enumerate(held) for card in hand}
        trumps = sorted((c for c in owner if c[1] == self.trump), key=strength)
        took = {card: side for side, cards in enumerate(self.taken) for card in cards}
        worth = dict(self.rule["points"])
        jack = "J" + str(self.trump)
        found: dict[str, tuple[int | None, int]] = dict.fromkeys(("high", "low", "jack", "game"), (None, 0))
        if trumps:
            high_to = took.get(trumps[-1]) if self.rule["point_to"] == "taker" else owner[trumps[-1]]
            low_to = took.get(trumps[0]) if self.rule["low_to"] == "taker" else owner[trumps[0]]
            found["high"] = (high_to, worth["high"])
            found["low"] = (low_to, worth["low"])
        if jack in took and (not self.pegs() or self.rule["jack_besides"]):
            first = next(self.side_of[n] for n, hand in enumerate(self.in_play) if jack in hand)
            hanged = took[jack] != first
            found["jack"] = (took[jack], self.rule["hang_jack"] if hanged else worth["jack"])
        found["game"] = (self.game(), worth["game"])
        return found

    def game(self) -> int | None:
        counts = [pip_count(self.rule, cards, str(self.trump)) for cards in self.taken]
        best = max(counts)
        level = [side for side in range(len(counts)) if counts[side] == best]
        if len(level) == 1:
            return level[0]
        tie = self.rule["tie"]
        if tie == "nobody":
            return None
        if tie == "eldest":
            return self.side_of[0]
        if tie == "eldest_of_tied":
            return next(side for side in self.side_of if side in level)
        level = [side for side in level if side != self.dealer_side]
        return level[0] if len(level) == 1 else None

    def settle(self) -> None:
        points = self.points()
        for point in self.rule["out_order"]:
            side, n = points.get(point, (None, 0))
            if side is not None:
                self.match.mark(side, n, point)
