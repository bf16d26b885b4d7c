# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Is the deal fair?
#
# Three evenings, South against North, dealing in turn. In some of them North helped luck along. You get nothing but the
# record. **Which of the three was honest?**
#
# You will learn to find a cheat with exact fractions, and to be slow to accuse. 40 minutes.
#
# *Predict first:* before any counting, look at one record, and say how sure you could be.

# %%
import allfours_edu as af

evenings = {name: af.night("?", deals=40, seed=seed) for name, seed in (("first", 8), ("second", 9), ("third", 6))}
evenings["first"].record.head(8)

# %% [markdown]
# ## First, ours
#
# This house deals by a formula; anyone can look whether it is fair. Over 1,300 seeds every rank should be turned a
# hundred times, give or take twenty. *Predict:* how many Jacks?

# %%
from collections import Counter

turned = Counter(af.new_deal("foster-1897", seed=seed, players=2).turned.rank for seed in range(1300))
af.chart({rank: turned[rank] for rank in "23456789TJQKA"}, "Turned up in 1,300 deals", y="deals", mark="J")

# %% [markdown]
# How far from a hundred is too far? The chance that an honest pack turns so many Jacks or more is a fraction, added up
# without rounding.

# %%
from allfours_edu.analysis.tails import ONE_TURN, at_least, one_in

print(turned["J"], "Jacks or more:", one_in(at_least(turned["J"], 1300, ONE_TURN)))

# %% [markdown]
# Would you accuse the house? The suspicion came from these very deals, and there were thirteen ranks to be struck by.
# What was found by looking has to be tested where nobody has looked yet. *Predict*, then take the next 3,900 deals.

# %%
fresh = Counter(af.new_deal("foster-1897", seed=seed, players=2).turned.rank for seed in range(1300, 5200))
print(fresh["J"], "Jacks or more:", one_in(at_least(fresh["J"], 3900, ONE_TURN)))

# %% [markdown]
# ## The oldest trick
#
# Cotton warned in 1674 of two Tens that are not in the pack, Foster in 1897 of one. Forty of the eighty points for
# Game are Tens. *Predict:* with two of them gone, how much less is there to win in two hands?

# %%
from allfours_edu.analysis.cheats import pips_out

packs = {"whole pack": 0, "one Ten hidden": 1, "two Tens hidden": 2}
spread = {name: pips_out(hidden) for name, hidden in packs.items()}
for name, chances in spread.items():
    print(name, "on the average", sum(pips * p for pips, p in chances.items()))
af.chart(spread, "What there is to win for Game in two hands", x="pips", y="chance", share=True)

# %% [markdown]
# ## The evenings
#
# Each count below has an exact chance: so likely an honest table shows as much, or more. Nine things are counted at
# once, so one in fifty means nothing; we ask from one in a thousand on. *Predict*, then run.

# %%
my_honest = ""  # "first", "second" or "third"

# %%
for name, evening in evenings.items():
    print(f"The {name} evening.", evening, sep="\n", end="\n\n")

# %%
honest = [name for name, evening in evenings.items() if evening.cheat is None]
print("Write down a name first." if not my_honest else "Yes." if my_honest in honest else f"No: {honest[0]}.")

# %% [markdown]
# ## What records cannot show
#
# The books warn of more. Some of it leaves no trace in the cards that were played; and playing too well is no proof,
# for good players do it too.

# %%
af.cheats()[["title", "place", "detectable", "why"]]

# %% [markdown]
# ## Science against luck
#
# In an old sketch a court is asked whether the game is luck or science, and lets two sides play all night. *Predict:*
# how unlucky is a dealer who never turns a Jack in fifty deals? And how likely is the better player ahead by then? The
# same cards are played from both seats, so that luck cancels.

# %%
print("no Jack in fifty deals:", one_in((1 - ONE_TURN) ** 50))
skill = af.duplicate("foster-1897", "foster", "novice", 150)
night = {n: skill.ahead(n) for n in (1, 5, 10, 20, 50)}
af.chart(night, "The better player is ahead", x="after so many deals", y="chance", share=True)

# %% [markdown]
# ## Change one thing
#
# Have an evening of your own: another seed, or a cheat by name (the column `night` of the list says whom). How many
# deals does he need before he stands out?

# %%
af.night("turned-jacks", deals=20, seed=3)

# %% [markdown]
# **In one sentence:** why is one in fifty no proof, if nine things are counted?
#
# **History.** Two hidden Tens: Cotton, *The Compleat Gamester* (1674, ch. X, p. 113). One Ten, and all the rest: Foster
# (first printed 1897; METHODS OF CHEATING). Between them lie two centuries and the same trick.
#
# **One thing not known.** Whether Foster knew Cotton's warning or only the trick.
#
# **Next:** [one card, all four](21_one_card_all_four.ipynb)
