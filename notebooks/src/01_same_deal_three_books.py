# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The same deal, three books
#
# In the start notebook the same 24 plays were won by one side under two books and by the other under the third.
# **At which card did the books part?**
#
# You will learn to find the first step at which two books differ, and to say what kind of difference it is. 15 minutes.
#
# *Predict first:* look at the six tricks and name the one.

# %%
import allfours_edu as af

af.compare("trinidad", "hoyle-ten", "foster-all-fives", scenario="td-01")

# %% [markdown]
# Rows that are calm are the same in every book. An open row differs: one column a book, then the question of the rules
# on which they disagree, with each book's answer. The chip under a figure opens its source: the text, the place, our
# digest, and how sure it is. *Explicit* means that the words were seen.
#
# In tricks 3 and 4 only All Fives marks anything: an **award**. The Jack brings three, one or nothing more: again an
# award. So a book can agree with another on every card and disagree on the winner.

# %% [markdown]
# ## A deal you do not know
#
# The next deal belongs to the old ten-point game; computer players play it. Which kind of difference comes first?
#
# * `"procedure"`: the deal or the trump comes about otherwise
# * `"legality"`: what one book allows another forbids
# * `"award"`: who gets a point, or how many
# * `"order"`: which point is counted first
#
# Write one of the four words between the quotation marks, then run both lines.

# %%
guess = ""

# %%
found = af.compare("hoyle-ten", "trinidad", "foster-all-fives", seed=7)
found

# %%
right = found.first.kind
print("Right." if guess == right else f"You wrote {guess!r}; the first difference is of the kind {right!r}.")
print(found.first)

# %% [markdown]
# ## The same people, another rule
#
# *Same plays* asks what a book would have said. *Same players play on* asks what would have been done: the same people,
# with the same luck, under the other book. The dotted line shows where their deal leaves the recorded one, and why.
# Below it nothing can be compared card by card any more: it only follows from what came before.

# %%
af.compare("hoyle-ten", "trinidad", "foster-all-fives", seed=7, mode="players")

# %% [markdown]
# A third way, *best play*, turns all cards face up and lets both sides play as well as can be. Nobody can do that at a
# table; it tells what was in the cards.
#
# ## Where no card is turned
#
# The older All Fives turns nothing: the first card led makes the trump. That is a difference of **procedure**, and it
# comes before all others. Predict: will the winner still be the same?

# %%
af.compare("foster-all-fives", "cassell-all-fives", seed=7)

# %% [markdown]
# ## Change one thing
#
# One rule of one book, and nothing else: who has Low, the player who was dealt it or the one who takes it? Then change
# the seed, or the rule, and look for a deal in which it decides.

# %%
book = af.rulebook("foster-1897")
af.compare(book, book.replace(low_to="taker"), scenario="td-03")

# %% [markdown]
# **In one sentence:** which difference surprised you most, and what would you have to know to foresee it?
#
# **History.** That trumps are marked while they are played is told by Foster (*Foster's Complete Hoyle*, first printed
# 1897; SCORING, second paragraph on All Fives) and by Cassell's book of amusements, in its third edition of about 1881
# (All Fives, third paragraph). They do not agree on who marks the ace, King and Queen.
#
# **One thing not known.** No text of the ten-point family at hand says who has Game when the counts are level. The book
# played here takes the rule from others, and its chip says *supplied*.
#
# **Next:** [High, Low, Jack, Game](02_high_low_jack_game.ipynb)
