# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Loo, next door
#
# You hold the ace, King and Queen of trumps. A, on the dealer's left, shows the five, four and three. **Whose is the
# pool?** (Whoever has to pay into it is *looed*.)
#
# You will learn to say when to play at all, in a game without points, and what a trick brings or its want costs. 25
# minutes.
#
# *Predict first.* The answer is **certain**, and it is not the same in every book.

# %%
import allfours_edu as af

af.play("ex-34")

# %% [markdown]
# ## Counters, not points
#
# Loo stands on the page of Foster's book where his All Fours begins. The dealer stakes three red counters. Each of the
# three tricks draws a third of the pool. Whoever played and took no trick is *looed*: he pays into the next pool. So
# the first question is whether to play at all; you may also throw up your cards for a spare hand, the *widow*, unseen.
#
# In play nothing is free. Follow suit; head the trick if you can; void, trump. And trump after trick.
#
# *Predict:* you hold the King of trumps and two small cards. An old handbook calls that generally safe. Play or pass?
# Nobody can be **certain** here.

# %%
af.play("foster-loo", seed=124, save=False)

# %% [markdown]
# ## Nothing is free
#
# Which cards may be played? Five cards make it plainer; the law is the same.

# %%
af.exercise("head-the-trick")

# %%
af.exercise("trump-or-overtrump")

# %% [markdown]
# ## Thirds
#
# An example of a printed text: five play.

# %%
af.play("ex-32")

# %% [markdown]
# The fuller the pool, the sooner one plays, and the more are looed for the next. It runs the other way when each of
# three players takes a trick: nobody pays, and almost nothing is left to play for. *Predict* what the book does about
# that.

# %%
af.play("ex-33")

# %% [markdown]
# ## The ace asks a favour
#
# With five cards there is no widow. One may change cards instead; five of one suit sweep the pool; and the Jack of
# clubs can be *Pam*, above every trump. You hold the ace of trumps. Lead it with the words that the table offers you.
# What must the holder of Pam do? Step back and try it without them.

# %%
af.play("foster-five", seed=109, options="pam_asked", save=False)

# %% [markdown]
# ## The board is swept
#
# Two hands of one suit in the oldest text. *Predict* before you answer: trumps, or the elder?

# %%
af.play("ex-35")

# %% [markdown]
# ## The same fault, four prices
#
# Somebody has not followed suit, and it is found out. Can a hand be played again once all have seen the cards?
# *Predict* how each book settles it.

# %%
af.court("revoke", "foster-loo", "hoffmann-loo", "peel-loo", "lanterloo-1674")

# %% [markdown]
# ## Change one thing
#
# Let a loo cost as much as lies in the pool: *unlimited* Loo. Play three deals and watch the counters. *Predict* what
# lies there after two players have been looed twice. The counters are worth nothing; the writer who tells of this game
# warns his readers off it.

# %%
af.play("hoffmann-loo", seed=11, options="unlimited", save=False)

# %% [markdown]
# **In one sentence:** why does a player with a poor hand do better to pass at an empty pool than at a full one?
#
# **History.** *The Compleat Gamester* (1674, chapter XXI, p. 145) has five of a suit loo everybody and sweep the board.
# Peel's *Round Games* (1897; Loo, Declaring) weighs a trick against a loo. Hoffmann (1909, p. 89) tells of the must and
# of Loo without limit, and Foster (*Foster's Complete Hoyle*, first printed 1897; LOO, Revokes) says why he will not
# have a hand played again.
#
# **One thing not known.** How Foster plays a *simple*, the deal that all must play: that page was not among those
# read. Here the trump is turned when somebody cannot follow, as another book has it.
#
# **Next:** [back to the start](00_start.ipynb), for a deal you have not seen
