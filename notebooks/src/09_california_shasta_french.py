# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # California Jack, Shasta Sam, French Fours
#
# Before the deal the two of clubs was put out, for all to see. Then clubs became trumps. **Which card is Low?**
#
# You will learn to draw from an open and from a closed stock, and to say who has Low when it can be taken. 20 minutes.
#
# *Predict first.* The answer is **certain**: every other card of the pack will be played.

# %%
import allfours_edu as af

af.play("ex-27")

# %% [markdown]
# ## Everything to the winner
#
# At California Jack two play with six cards each, and the rest of the pack lies face up. Whoever wins a trick takes the
# top card, the other the one under it; the last six are played out. All fifty-two cards come into play: there is
# always a High, a Low and a Jack, and all of them belong to whoever wins them.

# %%
af.exercise("low-in-the-draw")

# %% [markdown]
# Is this trick worth winning? Look at the card on the stock before you play: winning the trick wins that card too,
# and leaves the next one, which nobody has seen, to the other.

# %%
af.play("foster-california-jack", seed=2, save=False)

# %% [markdown]
# ## The same cards, face down
#
# Shasta Sam is the same game with the stock turned over. Foster thinks it *much* the better one. Play the same deal
# again. *Predict first:* what will you miss most, the card you may win or the cards the other has drawn?

# %%
af.play("foster-shasta-sam", seed=2, save=False)

# %% [markdown]
# ## French Fours
#
# Three cards each, an open stock, two to eight players; after each trick the dealer hands everybody a card, the winner
# first. Suit must be followed. The draw has to come out even, so cards are put out.

# %%
af.exercise("the-trey-may-be-low")

# %%
af.exercise("follow-in-french-fours")

# %% [markdown]
# *Predict:* how many cards go at five players, and how many at eight? Then run the line.

# %%
for n in range(2, 9):
    deal = af.new_deal("french-fours", players=n, seed=1)
    print(n, "players, stock of", deal.stock_left, "put out:", *deal.table.removed)

# %% [markdown]
# The text says otherwise at one of these numbers.

# %%
af.play("ex-28")

# %% [markdown]
# ## Change one thing
#
# Let trumps be played at will, and hold the plays against the book that asks for suit: where is the first card that it
# forbids? Then try another seed, or `players=5`.

# %%
af.compare("french-fours + follow_or_trump", "french-fours", seed=3)

# %% [markdown]
# **In one sentence:** when is it better to lose a trick in a drawing game?
#
# **History.** Foster (*Foster's Complete Hoyle*, first printed 1897; CALIFORNIA JACK) has two play with the trump cut
# for; a web page of the 1970s or later (*California Jack*) has two to four, with the top of the stock for trump. French
# Fours is read in a wiki article (*French Fours*, both paragraphs) that names no source.
#
# **One thing not known.** Who gets Game on equal counts. Foster's points are those of Seven-Up, where the non-dealer
# has it; but where nothing is turned he gives a tie to nobody.
#
# **Next:** [Pedro and Cinch](11_pedro_and_cinch.ipynb), or [the table as a court](10_the_table_as_a_court.ipynb)
