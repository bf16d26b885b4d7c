# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Follow, trump or throw
#
# The two of diamonds is led. You hold a diamond, and two trumps, the ace and the Jack. **Which of the three?**
#
# You will learn to pick every card the rules allow, under two books, and to tell a lawful card from a good one. 20
# minutes.
#
# *Predict first:* the book on the table lets you play any of them. Right means right with **open cards**.

# %%
import allfours_edu as af

af.play("td-08")

# %% [markdown]
# ## Three questions, in this order
#
# 1. Is a trump led? Then play a trump if you have one.
# 2. Is another suit led, and do you hold it? Follow, or play a trump, as you like. Only a third suit is forbidden.
# 3. Do you hold none of the suit led? Play what you like. Nobody has to trump.
#
# The second answer is the mark of the family; in most games that have trumps it would be a fault.

# %%
af.exercise("follow-or-trump")

# %%
af.exercise("no-duty-to-trump")

# %% [markdown]
# ## A book that makes you follow
#
# The page on the All-Fours group, from the web, says otherwise: whoever can follow must. Here is the deal from above,
# with the two of diamonds on the table. *Predict:* which cards may the dealer play under each book?

# %%
hands = {"elder": "QS 9S KD 4D 2D JH", "dealer": "AS JS 7C 5C 9D 3D"}
for book in ("foster-1897", "group-seven-up"):
    deal = af.new_deal(book, hands=hands, turned="6S", plays="stand, KD, 3D, 2D")
    print(book, "allows", *deal.legal_actions())

# %% [markdown]
# In the comparison the same plays run under both. In trick 1 nothing differs. From the step marked *what is lawful* on
# the second book only judges what it would have forbidden.

# %%
af.compare("foster-1897", "group-seven-up", scenario="td-08")

# %%
af.exercise("follow-if-you-can")

# %% [markdown]
# ## Lawful is not yet good
#
# Two deals in which every card is lawful. In the first, Low goes to whoever takes it, an option of the book, and a
# club is led. In the second you hold six high trumps and the lead, and somebody offers you a bet. **Open cards** both
# times.

# %%
af.play("td-04")

# %%
af.play("td-12")

# %% [markdown]
# ## Change one thing
#
# Play a deal in which trumping is only for those who cannot follow. Another seed deals other cards; `follow="free"`
# lets everybody play anything.

# %%
book = af.rulebook("foster-1897").replace(follow="follow_else_any")
af.play(book, seed=3, players=2, save=False)

# %% [markdown]
# **In one sentence:** when would you trump although you could follow?
#
# **History.** Cotton (1674, ch. X, p. 113) already lets a player trump a suit he holds. Foster (*Foster's Complete
# Hoyle*, first printed 1897; METHOD OF PLAYING, first paragraph) gives the three answers above. The group page is at
# odds with itself: under *The Play* one must follow, under *Revoke* whoever trumps is excused.
#
# **One thing not known.** Cassell's book of about 1881 states no duty to follow suit anywhere. Was it forgotten, or did
# it go without saying?
#
# **Next:** [beg or stand](04_beg_or_stand.ipynb)
