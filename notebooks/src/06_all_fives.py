# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # All Fives
#
# Fifty-eight to fifty-four, and sixty-one wins. You lead, and one card may end the match. **Which?**
#
# You will learn to mark trumps as they are won, and to see what it changes when a King is marked by another. 20
# minutes.
#
# *Predict first.* Six counting trumps are marked at once, on a cribbage board: the Jack one, the Queen two, the King
# three, the ace four, the five five, the ten ten. Right means right with **open cards**.

# %%
import allfours_edu as af

af.play("td-10")

# %% [markdown]
# ## Marked twice
#
# Walk through a deal. In trick 1 North wins the Queen of hearts and marks two at once; in trick 2 South wins the five
# and marks five. After trick 6 the points of the deal come as ever, and for Game (card count) all cards are counted
# once more. There the five of trumps counts five, and no other five does: South has it, 15 to 14.

# %%
af.step("foster-all-fives", seed=24)

# %%
af.exercise("pegs-to-the-winner")

# %%
af.exercise("count-with-the-five")

# %% [markdown]
# ## The other All Fives
#
# An older description differs twice. No card is turned: the first card led makes the trump. And whoever *plays* an
# ace, King or Queen of trumps marks it, even if it is beaten. The same cards, the same score. This answer is
# **certain**, whatever the dealer holds.

# %%
af.play("td-15")

# %% [markdown]
# ## One card, two winners
#
# Two plays, the King and the ace on it. *Predict* for each book who has won, then run the line. Since no card is
# turned in the second book, the first difference is of the kind *procedure*.

# %%
hands = {"elder": "KS JS 4S KD 7D 3D", "dealer": "AS TS 7C 3C 8D TH"}
deal = af.new_deal("foster-all-fives", hands=hands, turned="9S", scores=[58, 54], plays="stand, KS, AS")
af.compare("foster-all-fives", "cassell-all-fives", position=deal)

# %%
af.exercise("pegs-to-the-player")

# %% [markdown]
# ## Change one thing
#
# The web page on the All-Fours group lets the five of trumps count nothing towards Game. *Predict:* who has Game
# in the deal above? Then try other seeds, or the other option, `jack_besides`.

# %%
af.compare("foster-all-fives", "foster-all-fives + five_blank", seed=24)

# %% [markdown]
# **In one sentence:** why is it dangerous to lead the King while the ace is still out, and in which book is it not?
#
# **History.** Cassell's book of amusements (third edition, about 1881; All Fives, second and third paragraphs) makes
# the first card led the trump and lets the player of ace, King or Queen mark it. Foster (*Foster's Complete Hoyle*,
# first printed 1897; SCORING, second paragraph on All Fives) pays every counting trump to the winner of the trick.
#
# **One thing not known.** Whether the Jack of trumps brings its ordinary point besides the one on the board. Foster
# says that part of the score is pegged, and no more; the book played here takes it as pegged only.
#
# **Next:** [the Jack in Trinidad](07_hang_jack_trinidad.ipynb)
