# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Pedro and Cinch
#
# Clubs are trumps. The four of clubs is led, you play the five of spades, your left neighbour the five of clubs.
# **Who is winning?**
#
# You will learn to find the cards that carry the points, and to tell which fives are trumps. 25 minutes.
#
# *Predict first.* The answer is **certain**: it is the law of the game.

# %%
import allfours_edu as af

af.play("ex-31")

# %% [markdown]
# ## Points that are cards
#
# | game | High, Low, Jack, Game | five | nine | trey | Joker | in all |
# | --- | --- | --- | --- | --- | --- | --- |
# | Pedro Sancho | 1 each | 5 | 9 | | | 18 |
# | Dom Pedro, or Snoozer | 1 each | 5 | 9 | 3 | 15 | 36 |
# | Cinch | 1 each | 5 and 5 | | | | 14 |
#
# Everything belongs to whoever wins it, Low included. And nothing is added up.

# %%
af.exercise("ten-of-trumps")

# %%
af.play("ex-29")

# %% [markdown]
# ## Bid again
#
# At Pedro a bidder who has been raised may raise again. Walk through this sale: West speaks, is overbid three times,
# and speaks once more. *Predict* before you go on: does he make it?

# %%
af.step("foster-sancho", seed=10)

# %% [markdown]
# ## The Joker
#
# Foster calls it the Snoozer: the lowest trump of all, worth fifteen, and never Low.

# %%
af.play("ex-30")

# %%
af.exercise("the-snoozer-takes")

# %% [markdown]
# ## Two Pedros
#
# At Cinch the other five of the same colour is a trump too, just below the five of trumps. Four play, two and two, with
# nine cards. Who bids most names the trump; then all throw away three or more and are filled up to six, and the dealer,
# last, robs the pack: he takes all that is left and keeps six.

# %%
af.exercise("which-five")

# %%
af.play("cinch", seed=9, save=False)

# %% [markdown]
# ## Change one thing
#
# Another author calls something else Dom Pedro: the trey counts three, and there is no Joker. *Predict:* does that
# change who makes most here? Then try `af.play("cinch", options="forty_two")`.

# %%
af.compare("foster-sancho", "foster-sancho + parlett_dom", seed=10, players=4)

# %% [markdown]
# **In one sentence:** why is the five of the other black suit dangerous to lead when clubs are trumps?
#
# **History.** Foster (*Foster's Complete Hoyle*, first printed 1897; PEDRO) makes all these games varieties of
# Auction Pitch, gives Game to the Ten of trumps and lets a raised bidder raise again; the points are those of *Pedro
# Sancho* and *Dom Pedro, or Snoozer* in the same chapter. Cinch is read in an encyclopedia article after him
# (*Rules*).
#
# **One thing not known.** What happens at Cinch when nobody bids. Foster's chapter was not at hand; the book played
# here has the cards dealt again.
#
# **Next:** [back to the start](00_start.ipynb), for a deal you have not seen
