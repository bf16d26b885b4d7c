# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The table as a court
#
# Two tricks are played. On the club that you led, West threw a spade and East a diamond. One of them could have
# followed. **Who, and what proves it?**
#
# You will learn to claim a revoke with evidence, to be found out yourself, and to see that the price of one fault runs
# from a point to the whole match. 30 minutes.
#
# *Predict first.* Look back with **L** and PageUp. Then **R** opens the court: say which trick and which card. A claim
# in vain costs nothing. Right here means **certain**: no honest hand fits the cards that lie there.

# %%
import allfours_edu as af

hands = {"South": "2C 3C QS TS 5H 9D", "West": "KS 4S JD 4D JC KC"}
hands |= {"North": "3S 9S KD TD 8C 9C", "East": "AS 8S AD 2D 7D 7S"}
played = "stand, 2C, KS, 8C, 2D, 9C, 8S, 3C, KC"
caught = af.new_deal("foster-1897", hands=hands, turned="7H", dealer="East", plays=played, referee=True)
af.play(caught, referee=True, faults=0)

# %% [markdown]
# ## Evidence
#
# Nobody sees into a hand. Not following is no fault, as long as one has none of the suit; so the table must wait until
# the same player shows a card that he must have held. West's King of clubs does that. East, with the same look of
# guilt, was honest, and no claim of yours could have found out before the deal is over.
#
# The verdict names the rule, its clause, and what the offender may no longer score. *Predict:* the same fault, the Jack
# in play, a bid of three where there are bids. How many points does each book take? Put numbers in place of `None`.

# %%
mine = {"enquire-1894": None, "foster-1897": None, "group-seven-up": None}
mine |= {"trinidad": None, "foster-sell": None}
af.court("revoke", bid=3, predict=mine)

# %% [markdown]
# ## Be the culprit
#
# You hold the Ten of spades, worth ten towards Game (card count). West has led the ace. Throw a small club and keep the
# Ten: nobody stops you. You are asked once whether you will mend it; say nothing, and play on. *Predict:* when will it
# come out, and will the Ten have been worth it?

# %%
hands = {"South": "TS 9D 8D 7C 6C 5C", "West": "AS 2S KD 4D 3C 6H"}
hands |= {"North": "3S 9S QD TD 8C JH", "East": "QS 8S AD 2D TC KH"}
yours = af.new_deal("trinidad", hands=hands, turned="7H", dealer="North", plays="stand, AS", referee=True)
af.play(yours, referee=True, faults=0)

# %% [markdown]
# The moment you play the Ten, the others see that you could have followed. They mark a point, and your
# side cannot have Game: the very point for which one hides a Ten.
#
# ## Other faults, other judges
#
# A lead out of turn. In one book nothing follows; in one the card lies open and may be called for; in one it stands; in
# one the bidder may say what is played. *Predict* which is which.

# %%
af.court("out_of_turn", "enquire-1894", "foster-1897", "trinidad", "foster-sell", players=4)

# %% [markdown]
# And a wrong number of cards, found before a card is played. Who suffers: nobody, or the dealer?

# %%
af.court("misdeal", "enquire-1894", "foster-1897", "foster-pitch", "trinidad", "wiki-laws")

# %% [markdown]
# ## A whole match with a referee
#
# Now nothing is prepared. Each time an adversary could break the rule of following, he does so once in ten; sometimes
# he lets a card be seen. Nothing is said of it. You may claim until the next deal; what you miss is told then.

# %%
af.play("trinidad", seed=8, referee=True, faults=0.1)

# %% [markdown]
# ## Change one thing
#
# Clubs in Trinidad differ. Tournament sheets take the match for any renege. *Predict* what each row says, then write a
# rule of your own in the last one.

# %%
strict = af.rulebook("trinidad", "any_renege_loses")
house = af.rulebook("trinidad", {"revoke_points": "one_two_jack_out"})
af.court("revoke", "trinidad", strict, house)

# %% [markdown]
# **In one sentence:** which penalty would make you follow suit even if nobody could ever prove anything?
#
# **History.** A manual printed in 1894 (*Enquire Within*, § 92 iii) has whoever neither follows nor trumps pay one.
# Foster (*Foster's Complete Hoyle*, first printed 1897; IRREGULARITIES IN PLAY, second and third paragraphs) takes one
# or two, bars Jack and Game, and stops the offender at six. In Trinidad hiding a trump honour from a trump lead costs
# the match (Trinidad, penalties; read in translation).
#
# **One thing not known.** What Foster would take at a table of three: he has one adversary in mind. The book played
# here pays each of the two; another reading pays once.
#
# **Next:** [rule texts side by side](05_rule_texts_side_by_side.ipynb)
