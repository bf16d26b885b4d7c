# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The Jack in Trinidad
#
# Four play, North is your partner. You need three points, they need two; West holds the Jack of trumps and no other
# trump. **What do you lead?**
#
# You will learn to tell what a hanged Jack and a turned card are worth in Trinidad, and when three points beat two.
# 20 minutes.
#
# *Predict first.* Right means right with **open cards**. Play goes to the right: South, East, North, West.

# %%
import allfours_edu as af

af.play("td-09")

# %% [markdown]
# ## Three, or one
#
# The Jack of trumps brings one point to the side that saves it, and three to a side that takes it from the other. A
# Jack taken by its own partner counts one. All of it is counted between Low and Game.

# %%
af.exercise("a-partner-does-not-hang")

# %%
af.exercise("three-for-the-jack")

# %% [markdown]
# ## The first deal again
#
# You know this one from the start notebook: the Queen takes the Jack in trick 4. A sponsored competition paid more for
# that, and more for Game. *Predict* both totals.

# %%
af.compare("trinidad", "trinidad + stag", scenario="td-01")

# %% [markdown]
# ## The turned card
#
# Before a card is played the dealer's side may score, by pure luck, with the card it turns up.

# %%
af.exercise("what-was-turned")

# %% [markdown]
# Across the water, in Tobago, one rank is paid in the place of another. *Predict* four numbers for each island.

# %%
for options in ((), "tobago"):
    for turned in ("AS", "2S", "6S", "JS"):
        deal = af.new_deal("trinidad", seed=1, turned=turned, options=options)
        print(options or "trinidad", deal.turned, "dealer's side:", deal.scores["East/West"])

# %% [markdown]
# ## After a run
#
# After a beg the cards may be run, as elsewhere: three more for everybody. How many tricks will there be?

# %%
af.exercise("keep-them-all")

# %% [markdown]
# ## Change one thing
#
# Play a deal. Every table has its own ways: try `options="tobago"`, `"no_undertrump"` or `"tournament"`, or another
# seed.

# %%
af.play("trinidad", seed=7, save=False)

# %% [markdown]
# **In one sentence:** you hold the Jack alone. What do you hope your partner leads?
#
# **History.** There is no printed rule book for Trinidad at hand. The book played here rests on a description of living
# play by John McLeod, read in a machine translation (*Trinidad*, turning up and scoring), and on club sheets known by
# report. The worth of a hanged Jack, three, stands in an addition to a wiki article (*Technical Terms*, Jack); six is
# paid in the STAG competition, Trinidad (rules).
#
# **One thing not known.** Who first paid three for the Jack, and when. If you play the game, or know somebody who does:
# place, year and who told you are worth writing down.
#
# **Next:** [back to the start](00_start.ipynb), for a deal you have not seen
