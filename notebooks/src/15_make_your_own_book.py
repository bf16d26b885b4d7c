# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Make your own book
#
# In an attic somebody finds a card: *All Fours. Twelve up. Level at Game, the first hand has it. Low is for who wins
# it.* Three short rules, and a family played by them all its life. **What does the card not say?**
#
# You will learn to make a rule book of your own, in which each rule says where it comes from, and to play by it. 30
# minutes.
#
# *Predict first:* how many questions must a book answer before one deal can be played? Begin a deal under the nearest
# printed kin and write down each rule that you need and the card does not give. What a rule *is* in this book is
# **certain**; what it was in that attic is not.

# %%
import allfours_edu as af

af.play("hoyle-ten", seed=12)

# %%
len(af.rulebook("hoyle-ten").sources)

# %% [markdown]
# Direction, cut, packets, who may look, what a revoke costs: a card that fits a pocket leaves nearly everything to
# those who know the game already. An editor has to *supply* it, and must not hide that he did.
#
# ## By switches
#
# The quick way: take a printed book and change what the card changes. Try a switch yourself. Some readings are refused,
# with the reason: they would make no game.

# %%
house = af.house_rules("hoyle-ten", save=False)
house.flip(target=12, tie="eldest_of_tied", low_to="taker")
house

# %% [markdown]
# What you made can be written as a file, into a folder of yours. Nothing is ever written over: the second time there is
# another name.

# %%
from tempfile import mkdtemp

folder = mkdtemp()  # or a folder of your own
[house.save(folder).name, house.save(folder).name]

# %% [markdown]
# ## By hand
#
# Switches only say *house rule*. An edition says more: this stands on the card; this a printed text says as well; this
# nobody says, and here is why we chose it. Such a book is a few lines of text. First its head: what it is, and which
# book answers where the card is silent.

# %%
head = """id = "attic"
title = "The attic game"
short = "Attic"
code = "AT"
kind = "eclectic"
date = "a card, undated"
players_default = 2
"""

# %%
kin = """base = "wiki-rules"
extends = "hoyle-ten"
absent = ["auction", "draw", "exchange", "peg", "pool"]
inherits = { reason = "The card names three rules; for the rest, its nearest kin." }
"""

# %% [markdown]
# Then the rules. *Explicit* with a clause: a text says so, and one can look. *Supplied* with a reason: nobody at hand
# says so, or only the card does.

# %%
rules = """[fields]
target = { value = 12, status = "supplied", reason = "The card: twelve up." }
tie = { value = "eldest_of_tied", status = "explicit", clause = "cassell-1881#tie" }
low_to = { value = "taker", status = "supplied", reason = "The card: Low is for who wins it." }
"""


# %%
def written(name: str, text: str) -> str:
    with open(f"{folder}/{name}", "x", encoding="utf-8") as file:  # "x": only where there is no such file
        file.write(text)
    return file.name


# %%
attic = af.rulebook(written("attic.toml", head + kin + rules))
attic

# %%
attic.why("tie").digest

# %%
attic.why("low_to").reason

# %% [markdown]
# Look at the page: *Low* and the target bear the mark ⟨supplied⟩ with your reason, the tie names Cassell's place, and
# what the kin has supplied is still called so.
#
# ## A book may not boast
#
# Somebody claims that Enquire gives Low to the taker. *Predict:* does the book load?

# %%
boast = rules.replace('supplied", reason = "The card: Low is for who wins it.', 'explicit", clause = "enquire-1894#low')
try:
    af.rulebook(written("boast.toml", head.replace("attic", "boast") + kin + boast))
except af.SourceError as refused:
    print(str(refused).partition("boast.toml: ")[2])

# %% [markdown]
# ## Play by it
#
# The book is now one like any other: it plays, it compares, it explains.

# %%
af.play(attic, seed=5)

# %% [markdown]
# *Predict:* how many deals must one look through before it matters that Low goes to the taker? Let the computer look
# for one, then set both books side by side on it.

# %%
print(found := af.find_difference(attic, "hoyle-ten", about="low_to"))

# %%
af.compare(found)

# %%
af.exercise("low-to-the-taker")

# %% [markdown]
# ## Change one thing
#
# Make the card yours: another target, a Jack worth three when it is hanged. Each line needs a status and an authority
# or a reason. If something is missing, the book does not load, and says what.

# %%
attic.why("target").reason

# %% [markdown]
# **In one sentence:** why is "supplied" with a reason more honest than a rule without a source?
#
# **History.** Cassell (third edition, about 1881; All Fours, list of terms, and play, eighth paragraph) gives a level
# Game to the elder. The ten-point texts, *Enquire Within* (1894, § 93) among them, leave ties unsaid, as our card would
# have left them if nobody had quarrelled.
#
# **One thing not known.** How many such cards there were. Rules that everybody knew were not written down, and those
# that were are the ones that somebody disputed.
#
# **Next:** [Three centuries](16_three_centuries.ipynb)
