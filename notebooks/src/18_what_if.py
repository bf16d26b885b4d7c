# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # What if?
#
# Clubs are trumps. Three tricks are left; you hold the six and seven of clubs and the ten of spades, and you lead.
# **Which card throws away two points?**
#
# You will learn to refute a play by playing out every branch, and to tell a fault from bad luck. 30 minutes.
#
# *Predict first:* look at the table, and write the card, such as `"6C"`. The other player may hold anything that has
# not been seen.

# %%
import allfours_edu as af

deal = af.new_deal("foster-1897", seed=13, players=2, plays="stand 2S 5S 7D 2H 4D 4C")
print("played:", *(f"{seat} {card}" for seat, card in deal.plays), sep="  ")
print("you hold:", *deal.hand("South"))

# %%
my_card = ""

# %% [markdown]
# ## Every branch to its end
#
# With **open cards** the question has an answer: play each of your cards, let both sides do their best from there, and
# count. A branch is worth your points in the whole deal less the other's. Three cards each, so the tree is small.

# %%
branches = {str(card): value for card, value in af.solve(deal).cards.items()}
af.chart(branches, "What each card is worth with open cards", y="your points less the other's")

# %%
worst = [card.text for card, value in af.solve(deal).cards.items() if value == min(branches.values())]
print("Write down a card first." if not my_card else "So it is." if my_card in worst else f"It is {worst[0]}.")

# %% [markdown]
# ## Look back on the deal
#
# The review judges each decision twice: with all cards seen, and on what you could know. Choose a row, then a branch,
# and see it played out on the table, the score at its end. Find the row of trick 4.

# %%
af.review("foster-1897", seed=13, players=2, seat="South", samples=40)

# %% [markdown]
# ## A fault, or bad luck?
#
# Another deal, and again a point is lost with open cards, at the very first word: you stood. *Predict:* was it a
# mistake?

# %%
my_verdict = ""  # "fault" or "luck"

# %%
seen = af.review("foster-1897", seed=12, players=2, seat="South", samples=60)
print("Write down your verdict first." if not my_verdict else seen.review.told[0].verdict)

# %% [markdown]
# Three words, then, for three things. **Certain:** right whatever is hidden. **Open cards:** right as the cards lay.
# **Likely:** right on the average of all that could have lain there. A player can only be blamed for the first and the
# third.

# %%
seen

# %% [markdown]
# ## Change one thing
#
# Take another seed, and find a deal in which what was best on the average was also best as the cards lay. Or go on
# from any decision of a deal of your own: play it, and choose *look back* at the end.

# %%
af.play("foster-1897", seed=13, players=2, save=False)

# %% [markdown]
# **In one sentence:** how can a card be right and lose?
#
# **History.** *Enquire Within* (printing of 1894, § 94 ii) and the ten-point text found in a web article (rule 4)
# advise who holds a Ten to lead something small. In the deal above that advice is worth two points; the next notebook
# asks whether it is in general.
#
# **One thing not known.** Whether the old authors ever played deals out with all cards on the table. None of the texts
# read here shows one.
#
# **Next:** [were the old books right](19_were_the_old_books_right.ipynb)
