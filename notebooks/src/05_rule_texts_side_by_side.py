# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The texts side by side
#
# Three play, each alone. You have won cards that count eighteen; so has B; the dealer has none. **Who has Game?**
#
# You will learn to read off what each text says on a question, what it leaves unsaid, and how sure we can be. 25
# minutes.
#
# *Predict first.* The plays are over and Foster's book is on the table, so right means **certain**: that book has an
# answer.

# %%
import allfours_edu as af

af.play("td-13")

# %% [markdown]
# ## One question, all texts
#
# One column is one text, the older first; a row is one question. What you read is our digest, never the text's own
# sentence, and the place where you can look it up. The mark tells how we know:
#
# * *explicit*: the words were seen. *implied*: it follows from them. *contradictory*: the text says two things
# * *silent*: it was read, and says nothing. *not seen*: that part was not at hand
# * by *report* or in *translation*: somebody else's account of it
#
# Silence is not agreement. A book that plays by a silent text has to take its rule from elsewhere, and says
# *supplied*.

# %%
shown = af.texts("tie")
shown

# %% [markdown]
# *Look for:* a text that says nothing on ties. Write the short sign over its column between the quotation marks, then
# run both lines.

# %%
sign = ""

# %%
found = {text.siglum: text for text in shown.grid.witnesses}.get(sign)
if found is None:
    print("Write the sign of a text first.")
else:
    print(found.title, "is silent: right." if "tie" in found.silent else "is not silent on ties.")

# %% [markdown]
# ## What it decides
#
# Two players, five points all, seven up, and both count twelve. The same question in its simplest form, and this time
# it is worth a match.

# %%
af.play("td-07")

# %%
af.exercise("level-elder-wins")

# %%
af.exercise("level-nobody")

# %% [markdown]
# ## A slip of the pen
#
# Clarence Squareman's book of 1916 shortens an older text. On one of the four points it first says one thing, then
# gives a list of values that makes sense only if something else was meant. *Predict* which point, then look for the
# mark *contradictory* in his column.

# %%
af.texts("game")

# %% [markdown]
# Suppose somebody had played by his first sentence. Here is a deal in which trick 6 holds both tens.

# %%
end = af.step("td-03").record.position()
game = next(e for e in end.events() if e.point == "game")
for side in ("elder", "dealer"):
    print(side, "won", sum(t.winner == side for t in end.tricks), "tricks, counts", game.data["count"][side])

# %% [markdown]
# ## Change one thing
#
# A rule book is a choice among texts, and its page says for each rule where it comes from. This one had to take its
# tie rule from outside its family. Open another: `af.books()` lists them. Or ask another question:
# `af.texts("begging")`.

# %%
af.rulebook("hoyle-ten")

# %% [markdown]
# **In one sentence:** what is the difference between a text that is silent and a text that was not seen?
#
# **History.** Squareman (*My Book of Indoor Games*, Chicago 1916; All Fours, second and third paragraphs) follows
# Cassell's book of amusements (third edition, about 1881; All Fours, list of terms) point by point, and where Cassell
# speaks of what the tricks contain, he speaks of how many they are.
#
# **One thing not known.** Whether Squareman had Cassell before him or another book of the same family. A shared order
# shows kinship, not who copied whom.
#
# **Next:** [All Fives](06_all_fives.ipynb)
