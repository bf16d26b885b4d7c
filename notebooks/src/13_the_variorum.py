# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The variorum
#
# Seven up, you have two, the dealer four. You beg and are given one; then you make High, Low, Jack and Game, five
# points and the match. But the dealer's Queen caught your deuce. **Would every text give you that Low?**
#
# You will learn to read a variorum, to see a clause act, and to name the first place where two books part. 30 minutes.
#
# *Predict first*, then play the deal. Right means **certain**: it is a worked example of Foster's book.

# %%
import allfours_edu as af

af.play("ex-06")

# %% [markdown]
# ## All texts at once
#
# A column is a text, the older first; a row is a question. The form tells how sure a reading is:
#
# * plain: the text says so. *‡*: it can be taken in several ways; *[ ]*: a way that is a conjecture
# * *⟨ ⟩*: no text, an editor supplied it. *—*: read, and silent. *◌*: not seen. *·*: nobody has looked
#
# Arrows move; Enter goes to what stands behind a cell. **D** leaves only the rows that differ, **S** shows the clause
# at work, **W** what the question weighs, **C** the columns. `?` tells the rest.

# %%
af.variorum()

# %% [markdown]
# ## Five columns
#
# Two household books, a hasty abridgement, the laws of a web page, and a rule book put together from such texts.
# *Look for* the one bracketed ⟨ ⟩ among the answers to a tie, and for the reading that is a conjecture. Then stand on
# *Who has Low?* and press S.

# %%
af.variorum("Ca", "En", "Sq", "W-L", "book:hoyle-ten", topics=["tie", "low_to", "game_by", "begs", "cut_wins"])

# %% [markdown]
# Not everything can act. Stand on *Which cut deals first?* and press S: the screen says why not. A rule of procedure is
# no worse attested than another; it only never reaches the cards.
#
# ## What a question weighs
#
# Play the same two hundred deals twice, once with each answer to one question. In how many is something else awarded?
# *Predict* the heaviest of these: `tie` (level counts for Game), `low_to` (who has Low), `earlier_turns` (a turned
# Jack, then the cards are run). Write it between the quotation marks and run both lines.

# %%
guess = ""

# %%
asked = ["tie", "low_to", "earlier_turns"]
counted = af.weights("foster-1897", 2, fields=asked, policy="novice", deals=200, progress=False)
shares = {w.field: f"{w.share:.0%}" for w in counted.heaviest}
print(shares if guess in asked else f"Write your guess first: {', '.join(asked)}.")

# %% [markdown]
# ## What matters in one deal
#
# Here is a deal, and **M** leaves only the questions that would have changed it. *Predict:* more than ten, or fewer?

# %%
af.variorum("F", "G", "trinidad", deal="td-03")

# %% [markdown]
# ## Same deal, many books
#
# The button *Same deal, many books* lays the deal under the answers that the columns give. The first difference has a
# class: what is lawful, an award, the order of counting, procedure, or a penalty. In code, the same for whole books:

# %%
found = af.compare("trinidad", "hoyle-ten", "foster-all-fives", scenario="td-01")
print(found.first)

# %% [markdown]
# ## Change one thing
#
# Ask for a deal in which two books part over the question you like best, and set them side by side:

# %%
shown = af.find_difference("foster-1897", "group-seven-up", about="tie")
print(shown)

# %% [markdown]
# **In one sentence:** why does a row in which all texts agree tell you less than a row with one silence?
#
# **History.** The variorum holds no words of its texts: it is an edition of rules, not of texts. Twenty printings may
# repeat one sentence and be one witness. Cotton's *Compleat Gamester* (1674, chapter X, pages 111 to 113) came out
# again in 1687; the grid has both, and one of them only repeats. Where a web page is put together from older strands,
# each strand is a column and the page their carrier.
#
# **One thing not known.** Which text first left the tie unsaid. Cotton (1674) is silent, and so is his heir; silence
# leaves no mark by which it could be traced.
#
# **Next:** [The copyist's hand](14_the_copyists_hand.ipynb)
