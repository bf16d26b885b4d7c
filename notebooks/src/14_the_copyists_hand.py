# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # The copyist's hand
#
# Six tricks are played. South has taken four of them, and the cards in them count three; North has taken two, and his
# count twenty-four. **Who has Game?**
#
# You will learn to tell a copyist's slip from another rule, and to read from slips which text was copied from which. 30
# minutes.
#
# *Predict first*, for two books: one counts the cards, one (so it seems) the tricks. Under a book that says what it
# means, right means **certain**. Then run the cell and look at the last point.

# %%
import allfours_edu as af

older = af.rulebook("cassell-1881")
af.compare(older, older.replace(pips="tricks"), seed=98)

# %% [markdown]
# ## A print of a passage
#
# Nothing of a text is kept here, only *fingerprints*: each run of three words becomes a number from which the words
# cannot be read. Two passages with many numbers in common share their words. Try it on a rule that nobody has printed
# yet. *Predict* for each copy: *exact*, *near* or *not found*?

# %%
from allfours_edu.anchors.fingerprint import find, make_anchor
from allfours_edu.anchors.words import stream, words_of

mine = "Whoever finds the four of hearts in his hand sings a verse before he leads, and nobody may refuse to listen."
prints = {"verse": make_anchor(words_of(mine))}

# %%
copies = {"set in capitals": "HOUSE RULES. " + mine.upper(), "three words lost": mine.replace(" in his hand", "")}
copies["told again"] = "If you hold the heart four you must sing first, but nobody has to listen to you."
for name, copy in copies.items():
    print(name, "->", find(prints, stream(copy))["verse"].tier)

# %% [markdown]
# Another type, other line ends, capitals: still the same print. A rule told again in other words leaves none. So a
# fingerprint finds *copying*, not agreement.
#
# ## Your own copy
#
# A real book on your computer can be set beside our digests in the same way. This file holds only the made-up rule, so
# for every passage of the book of 1916 an honest search says that it is not there. With a true copy each clause gets
# its tier and its line.

# %%
from pathlib import Path
from tempfile import mkdtemp

file = Path(mkdtemp()) / "made-up-copy.txt"
written = file.write_text(mine, encoding="utf-8")
attached = af.attach("squareman-1916", file)
attached

# %%
af.detach("squareman-1916")

# %% [markdown]
# ## A hole among parallels
#
# Clarence Squareman's book of 1916 and Cassell's, some thirty-five years older, define High, Low, Jack, Game and more
# in the same order. *Predict:* of seven passages that one can lay side by side, six agree well or fairly. Which one
# falls out of step? The bars under the steps show it.

# %%
af.chapter("garbled-game")

# %% [markdown]
# Around the hole the words agree; in it they do not, and the rule makes no sense with the list of values behind it.
# Where a writer *means* another rule, he changes what follows from it too. Here he did not. So it is a slip, and a book
# that is played after Squareman's letter plays a slip.
#
# ## Who copied whom
#
# Likeness has no direction: A and B look alike whichever was first. An error has one. *Predict:* which line of this
# drawing, beside Squareman's, bears the mark of a spoilt passage? Choose a line to read its evidence.

# %%
af.stemma()

# %% [markdown]
# Two words are enough. With them a hand that has none of the suit is free; without them it must play a trump.

# %%
af.chapter("if-able")

# %% [markdown]
# One more slip of that kind: does the larger number of *tricks* ever settle anything in a book that counts cards?

# %%
af.exercise("game-is-not-tricks")

# %% [markdown]
# ## Change one thing
#
# Each text has a page: its three dates, its kin, its disputes. Open another, `"enquire-1894"` say, or `"wiki-terms"`,
# which took its sentences from two books at once.

# %%
af.witness("squareman-1916")

# %% [markdown]
# **In one sentence:** why does an error that two texts share prove more than a rule that they share?
#
# **History.** Squareman (*My Book of Indoor Games*, Chicago 1916; All Fours, second and third paragraphs) stands beside
# Cassell (third edition, about 1881; All Fours, list of terms). *Enquire Within* (89th edition, 1894, § 92 iii) has
# lost the two words that *Facts Worth Knowing* (§ 2114, law 4) keeps.
#
# **One thing not known.** Whether Squareman or a book between him and Cassell made the slip. A lost copy would look
# just the same from here.
#
# **Next:** [Make your own book](15_make_your_own_book.ipynb)
