# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Three centuries
#
# One deal, judged in 1674, in 1894 and by the rules of Trinidad today. The cards and the plays are the same.
# **Which points change hands?**
#
# You will learn to date a text by its words and not by its cover, and to weigh what is told of a game's past. 25
# minutes.
#
# *Predict first:* High, Low, Jack, Game: which of the four has stayed what it was for three hundred and fifty years?
# What a book awards is **certain**; what it tells of the past is not.

# %%
import allfours_edu as af

af.compare("cotton-1674", "enquire-1894", "trinidad", seed=1674)

# %% [markdown]
# A level count gave Game to one side in the old books; in Trinidad nobody has it. The turned card pays otherwise too.
#
# ## Three dates
#
# A text has three: when its *words* were written, when the copy that was read was *printed*, and what *carries* it now.
# A web page of yesterday may carry words of 1807. *Predict:* one book below was printed thirteen years after its
# words. Which? Choose a row to see its dates.

# %%
af.timeline()

# %% [markdown]
# Most texts have a bar and not a dot: *by* a year, or *from* a year on. About half of the texts at hand bear no date
# of their words at all, and most of those are the youngest. A date on a page is a claim like any other.
#
# ## Claims
#
# *Predict* for three statements, found in print, whether other texts support them: the game is Tudor; it was played in
# Kent; the knave got the name Jack in 1864. Then look for them, and open the places.

# %%
af.chapter("claims")

# %% [markdown]
# A claim about *play* can be tried by dealing. These cannot: only an older text that says so, or says otherwise, has
# any weight. Silence has little: that no text before 1674 names the game does not prove that nobody played it.
#
# Told of the same thing, by several: where tales exclude each other they stand together here.

# %%
af.chapter("spread")

# %%
af.chapter("origins")

# %% [markdown]
# ## Names
#
# *Predict:* a text of 1911 speaks of High-Low-Jack, another of Old Sledge. Is that one game?

# %%
af.chapter("names")

# %%
af.chapter("family")

# %% [markdown]
# Hollow names are leaves: somebody mentions the game, nobody at hand tells how it is played. An edition that left them
# out would look tidier and know less.
#
# ## A page that is no book
#
# Much of what one reads today comes from one web article. *Predict:* taken whole, as one set of rules, can it be
# played? Say which questions it would answer twice.

# %%
af.chapter("quilt")

# %% [markdown]
# Each strand of it is a good witness of its own age. Only together they are none: the seam is where somebody pasted
# Trinidad into England.

# %%
af.exercise("which-book-lets-you")

# %%
af.exercise("three-for-the-jack")

# %% [markdown]
# ## Change one thing
#
# Follow one branch instead of all: `"seven-up"`, `"trinidad"`, `"pedro"`; or draw its texts by descent with
# `af.stemma("pitch")`.

# %%
af.timeline("pitch")

# %% [markdown]
# **In one sentence:** why does a late printing of an old text count as an old text, and a late text on old times not?
#
# **History.** Cotton (*The Compleat Gamester*, London 1674, p. 111) calls the game Kentish, and its chapter on an Irish
# game (p. 123) takes Kent and All Fours for a byword. Nothing older is at hand.
#
# **One thing not known.** By what way the game came to Trinidad, and when. No text at hand says so; those that play it
# there had no need to.
#
# **Next:** [how often is the Jack out?](17_how_often_is_the_jack_out.ipynb)
