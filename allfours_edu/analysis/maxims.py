"""The maxims the computer players name as their reason: where each stands, or that it is ours.

A maxim says in one sentence what it advises (``advises``), and with the facts of a choice why it was followed here
(``because``). Facts stand in braces: ``{card}`` is the card played, ``{jack}`` the book's own word for the Jack.

>>> MAXIMS["save_jack"].clause, MAXIMS["partner_sure"].ours
('enquire-1894#advice-knave', True)
>>> MAXIMS["partner_sure"].reason({"partner": "North", "card": "2♣"})
'North wins this trick already, so the 2♣ stays under it.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

WORDS: Mapping[str, str] = {"jack": "Jack", "eldest": "eldest hand"}
"""How the words a book may replace read where no book is asked."""


@dataclass(frozen=True, slots=True)
class Maxim:
    """One piece of advice. ``clause`` cites it (``witness#clause``); empty means that it is a house maxim, ours."""

    id: str
    advises: str
    because: str
    clause: str = ""
    see: tuple[str, ...] = ()
    """Other clauses that give the same advice, or the rule from which ours follows."""

    @property
    def ours(self) -> bool:
        """Is it a house maxim, in no text?"""
        return not self.clause

    @property
    def text_key(self) -> str:
        """The key of its sentence in a catalogue of strings."""
        return f"maxim.{self.id}"

    def reason(self, facts: Mapping[str, object], words: Mapping[str, str] = WORDS) -> str:
        """Why it was followed, with the facts of a choice filled in."""
        return self.because.format_map({**WORDS, **words, **facts})


def _all(maxims: Iterable[Maxim]) -> dict[str, Maxim]:
    return {m.id: m for m in maxims}


MAXIMS: dict[str, Maxim] = _all((
    # -- playing to a trick ----------------------------------------------------------------------
    Maxim("catch_jack", "Catch the {jack} when it lies on the table and you can beat it.",
          "{who} has played the {caught}, and the {card} takes it.",
          "foster-1897#jack-advice", ("cassell-1881#science",)),
    Maxim("rescue_jack", "Bring your partner's {jack} home when it is in danger.",
          "The {caught} is {partner}'s own and in danger; the {card} brings it home.",
          "", ("foster-1897#jack-advice",)),
    Maxim("save_jack", "Make your {jack} as soon as it is safe.",
          "The {card} wins here and nobody left to play can beat it.",
          "enquire-1894#advice-knave", ("wiki-rules#advice-jack", "foster-1897#jack-advice")),
    Maxim("try_jack", "Make your {jack} early: later it is in greater danger.",
          "The {card} wins so far and will probably not be beaten.",
          "enquire-1894#advice-knave", ("wiki-rules#advice-jack",)),
    Maxim("jack_to_partner", "Lay your {jack} on a trick your partner is sure to win.",
          "{partner} wins this trick for certain, so the {card} is safe there.", "", ("foster-1897#jack-advice",)),
    Maxim("feed_partner", "Throw counting cards on your partner's sure trick, a Ten first.",
          "{partner} wins this trick, and the {card} goes home with it.", "", ("foster-1897#game",)),
    Maxim("partner_sure", "Do not overtake a trick your partner is sure to win.",
          "{partner} wins this trick already, so the {card} stays under it."),
    Maxim("leave_partner", "Leave a trick to your partner when nothing is gained by taking it.",
          "{partner} is winning, and the {card} leaves it so."),
    Maxim("forced_over", "Where every card would overtake your partner, play the one that serves best.",
          "Every lawful card overtakes {partner}; the {card} serves best."),
    Maxim("secure_trick", "Secure your partner's trick when it holds much and may still be lost.",
          "{partner}'s card may still be beaten; the {card} holds the trick."),
    Maxim("win_counters", "Win your adversary's good cards, by trumping or with a higher card.",
          "The {card} wins the {won}.",
          "enquire-1894#advice-win", ("wiki-rules#advice-win", "cassell-1881#science")),
    Maxim("make_counter", "Bring home your own Tens and court cards.",
          "The {card} wins this trick and comes home with it.",
          "wiki-rules#advice-tens", ("cassell-1881#science",)),
    Maxim("bring_low_home", "Where Low is the taker's, win a trick with your lowest trump.",
          "The {card} may be Low, and here it wins its own trick.", "", ("cassell-1881#low",)),
    Maxim("win_stock", "Where the stock lies open, look at its top before you play: the trick wins that card too.",
          "The {card} wins the trick, and with it the {top} from the stock."),
    Maxim("leave_stock", "Leave a trick when the card on the stock is poor: the loser draws the next one.",
          "The {top} on the stock is not wanted; the next card is likely to be better."),
    Maxim("win_cheaply", "Win a trick when it costs you nothing you will miss.",
          "The {card} wins and will not be missed."),
    Maxim("spare_counters", "Throw nothing that counts on a trick the other side wins.",
          "{who} is winning: rather the {card} than the {kept}.",
          "wiki-rules#advice-tens", ("enquire-1894#advice-tens",)),
    Maxim("low_is_safe", "Low needs no saving where it belongs to the hand it was dealt to.",
          "{who} is winning; the {card} may go, for Low stays with the hand it was dealt to.",
          "", ("foster-1897#low",)),
    Maxim("play_small", "Play a small card where you cannot win anything.",
          "{who} is winning; the {card} can best be spared.",
          "wiki-rules#advice-tens", ("enquire-1894#advice-tens",)),
    # -- leading ---------------------------------------------------------------------------------
    Maxim("hunt_jack", "With a high trump but neither {jack} nor Ten, lead it at once: it may catch one of them.",
          "There is neither {jack} nor Ten in this hand; the {card} may catch one of them.",
          "enquire-1894#advice-lead-trumps", ("foster-1897#jack-advice",)),
    Maxim("draw_trumps", "Draw the other side's trumps while yours are the best.",
          "The {card} is the best trump left and draws theirs.", "", ("foster-1897#jack-advice",)),
    Maxim("hold_back", "Hold a high trump back to catch the Ten or the Five.",
          "The {kept} waits for the Ten or the Five of trumps; meanwhile the {card}.",
          "wiki-fives#advice"),
    Maxim("lead_jack", "Lead your {jack} when no higher trump can be out.",
          "No trump above the {card} can be with the other side, so it comes home.",
          "wiki-rules#advice-jack", ("enquire-1894#advice-knave",)),
    Maxim("lead_winner", "Lead a card that cannot be beaten while it still counts.",
          "Nothing the other side can hold beats the {card}.", "wiki-rules#advice-tens"),
    Maxim("lead_likely", "Lead a good card while it will probably win.",
          "The {card} will probably win, and later it may not."),
    Maxim("throw_lead", "Without commanding cards, lead a small one and throw the lead to the other side.",
          "The {card} throws the lead away and keeps the {kept} for later.",
          "enquire-1894#advice-tens", ("wiki-rules#advice-tens",)),
    Maxim("lead_small", "With nothing to save, lead what you can best spare.", "The {card} can best be spared."),
    Maxim("pitch_best", "Pitch your best suit.", "{suit} are the best suit here, and the {card} makes them trumps."),
    # -- begging -----------------------------------------------------------------------------------
    Maxim("stand_good", "Never beg on good cards.", "Trumps: {held}. That is worth standing on.",
          "foster-1897#beg-advice"),
    Maxim("beg_weak", "Beg with no trumps, or with such as will be neither High nor Low.",
          "Trumps: {held}. They promise neither High nor Low.", "foster-1897#beg-advice"),
    Maxim("run_to", "Beg more readily when another suit is strong: a good hand to run to.",
          "The {suit} in this hand are better than the suit turned.", "foster-1897#beg-advice"),
    Maxim("stand_near_out", "Stand when the first points to count will put you out.",
          "Only {n} is needed, and these trumps may bring it: {held}."),
    Maxim("give_strong", "Give one when your trumps are worth more than the point.",
          "Trumps: {held}. They are worth more than the point given."),
    Maxim("run_weak", "Run the cards when your trumps are not worth a point.",
          "Trumps: {held}. They are not worth the point."),
    Maxim("run_no_gift", "Never give the point that puts the other side out.",
          "One point more would put the other side out.",
          "", ("foster-1897#gift-not-out",)),
    Maxim("agree_weak", "Agree to a new trump when this one does not suit you.",
          "Trumps: {held}. Another suit may be better."),
    Maxim("refuse_good", "Keep a trump that suits you.", "Trumps: {held}. They are worth keeping."),
    # -- discarding --------------------------------------------------------------------------------
    Maxim("discard_plain", "Throw away small plain cards; keep trumps, then what counts.",
          "The {card} is neither trump nor counts for Game."),
    Maxim("discard_least", "Throw away what you will miss least.", "The {card} will be missed least."),
    # -- bidding -----------------------------------------------------------------------------------
    Maxim("bid_worth", "Bid what your best suit should make.", "{suit} should make about {n}."),
    Maxim("bid_one", "Where more than one would put the seller out, bid one on a good hand: all you make counts.",
          "{suit} should make about {n}, and nobody can bid more than one.", "foster-1897#pitch-bid-one"),
    Maxim("pass_weak", "Pass when your best suit will not make the next bid.", "The best suit here is not worth more."),
    Maxim("sell_dear", "Sell when you are offered more than you would make.",
          "To be paid {n} for certain is a good price."),
    Maxim("refuse_cheap", "Refuse what you would make yourself.", "This hand should make {n} itself."),
    Maxim("refuse_out", "Refuse the sale when the number would put the bidder out.",
          "{n} would put {who} out.", "foster-1897#pitch-refuse-out"),
    Maxim("name_best", "Name your best suit.", "{suit} are the best suit here."),
    # -- the pool ----------------------------------------------------------------------------------
    Maxim("play_strong", "Stand when you can count on a trick.", "This hand should win a trick.",
          "peel-1897#advice-trumps"),
    Maxim("play_pool",
          "Weigh what a trick would bring against what a loo would cost: the fuller the pool, the more to risk.",
          "What lies in the pool is worth the risk.", "peel-1897#advice-stake"),
    Maxim("take_widow", "Take the spare hand rather than one that wins no trick, but not against many who stand.",
          "The hand as it was dealt wins no trick, and the pool is worth a try.", "peel-1897#advice-miss"),
    Maxim("stay_out", "Pass when you can count on no trick.",
          "A loo would cost more than this hand can hope to win.", "peel-1897#advice-stake"),
    Maxim("wait_and_hear", "The eldest passes first, hears the others, and decides last.",
          "Passing now costs nothing."),
    Maxim("defend", "A dealer with a poor hand plays for the pool: he cannot be looed.",
          "Playing for the pool costs nothing, and what is won stays there."),
    Maxim("ask_pam", "Lead the ace of trumps with the word that makes Pam spare it.", "Pam may lie in another hand."),
    Maxim("throw_plain", "Throw away whatever is no trump: a fresh card may be one.",
          "Throw {n}: no trump is among them."),
    Maxim("change_small", "Change what is neither trump nor high.", "Cards here that would win nothing: {n}."),
    Maxim("win_trick", "Where every trick pays, win it.", "The {card} wins, and every trick pays."),
    # -- none of these -----------------------------------------------------------------------------
    Maxim("only_card", "Where the law leaves one card, play it.", "The {card} is the only lawful card."),
    Maxim("by_deals", "Do what comes out best over the hands the others may hold.",
          "The maxims say {other}; over the hands the others may hold, {what} does better."),
    Maxim("only_call", "Where there is no choice, there is none.", "Nothing else is allowed."),
))  # fmt: skip
