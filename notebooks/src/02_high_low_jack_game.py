# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # High, Low, Jack, Game
#
# The ace of trumps is led and you must follow. You hold two trumps. **Which can you spare?**
#
# You will learn to name the owner of each of the four points of a finished deal. 20 minutes.
#
# *Predict first:* settle on a card, then click it. The table answers every card, and *Take back* costs nothing. That
# the right card is right is **certain** here: no hidden card can change it.

# %%
import allfours_edu as af

af.play("td-03")

# %% [markdown]
# ## Four points, three kinds of owner
#
# | point | what it is | whose it is |
# | --- | --- | --- |
# | **High** | the highest trump dealt | the hand it was dealt to |
# | **Low** | the lowest trump dealt | the hand it was dealt to |
# | **Jack** | the Jack of trumps, if it was dealt | whoever wins the trick it falls in |
# | **Game (card count)** | a ten counts ten, ace four, King three, Queen two, Jack one | who won more of that |

# %% [markdown]
# Walk through a played deal. In trick 1 South's ace takes the Jack of hearts, so the Jack is South's. But no lower
# heart was dealt: the very same card is Low, and that stays with North. Tricks 2 to 6 go to South as well. North wins
# nothing at all, and marks a point.

# %%
af.step("foster-1897", seed=27)

# %% [markdown]
# ## A finished deal
#
# The six of spades was turned up, and six tricks have been played. Look at them one by one.

# %%
af.play("td-14")

# %% [markdown]
# ## What one card can do
#
# The only trump dealt is a Jack, and you hold it. You have led it and made it; three tricks later one point is left.
# This time right means right with **open cards**: both hands lie face up.

# %%
af.play("td-06")

# %% [markdown]
# ## Count, and say whose
#
# Two exercises. Commit before anything is revealed; hints cost nothing. *Another deal* asks the same of other cards.

# %%
af.exercise("count-your-cards")

# %%
af.exercise("game-is-not-tricks")

# %% [markdown]
# ## Points are not the match
#
# Seven points win. The points of a deal are counted in the order High, Low, Jack, Game, and the first to have enough
# has won, whatever comes after. You have six, the dealer four. All six leads bring the same points. **Open cards**
# again.

# %%
af.play("td-02")

# %% [markdown]
# ## Change one thing
#
# Somewhere Low goes to whoever takes it. *Predict:* what becomes of North's only point? Then change the seed, or the
# rule: with `hang_jack=3` a Jack taken from the other side counts three.

# %%
book = af.rulebook("foster-1897")
af.compare(book, book.replace(low_to="taker"), seed=27)

# %% [markdown]
# **In one sentence:** which of the four points can be lost in play, and which cannot?
#
# **History.** Charles Cotton (*The Compleat Gamester*, London 1674, ch. X, p. 111) explains the name All-Fours by these
# same four things. His word for a knave, of any suit, is Jack (p. 112). That Low stays with the hand it was dealt to is
# said outright by Cassell's book of amusements (third edition, about 1881; All Fours, list of terms).
#
# **One thing not known.** Why the ten counts ten, and yet loses to a Jack. No text at hand gives a reason.
#
# **Next:** [follow, trump or throw](03_follow_trump_or_throw.ipynb)
