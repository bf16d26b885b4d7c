# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Pitch and the sale
#
# You sell the right to choose the trump. You need two points; you hold ace, Queen and Jack of hearts, and somebody
# offers you one. **Sell, or keep it?**
#
# You will learn to bid, to sell and to refuse, and to count what a failed bid costs. 25 minutes.
#
# *Predict first.* That you make one point is **certain**, for nothing beats the ace; that you make two is **likely**.

# %%
import allfours_edu as af

af.play("ex-12")

# %% [markdown]
# ## The first card makes the trump
#
# At Pitch no card is turned. Whoever may lead first *pitches*: the suit of that card is trump, and there is no taking
# it back.

# %%
af.play("ex-15")

# %% [markdown]
# ## Sell Out
#
# The eldest hand sells the pitch. The others bid in turn, once each, how many points they will make; the seller marks
# the best bid at once, and its bidder leads. Or the seller refuses, leads himself, and owes as many points as he
# refused. The table always says who has to make how many, and what there is of it so far.

# %%
af.play("foster-sell", seed=5, players=4, save=False)

# %% [markdown]
# ## In the hole
#
# A bid is a promise. What is it worth when it is broken, and when more is made than was promised?

# %%
af.exercise("what-a-failed-bid-costs")

# %%
af.exercise("more-than-was-bid")

# %% [markdown]
# The example of the text itself: three were offered, and refused. *Predict* what A scores; then see which rule of the
# same page the offer breaks.

# %%
af.play("ex-09")

# %% [markdown]
# ## Who is out first
#
# Seven players, and two of them can finish. High counts before Game everywhere else. And here?

# %%
af.play("ex-08")

# %%
af.exercise("bidder-goes-out-first")

# %% [markdown]
# ## Down from ten
#
# Commercial Pitch counts backwards. Those who have nothing left retire; the last one pays. Step through the deal in
# which a buyer ends with more than he began with.

# %%
af.step("ex-18")

# %% [markdown]
# ## How many bids are made?
#
# A hundred and twenty deals, five players, everybody by the old advice, bids to nobody. *Predict:* of ten bids of two,
# how many are made?

# %%
deals = af.deals("foster-board", 120, seed=1, progress=False)
deals.groupby("bid")["bid_made"].agg(deals="size", made="mean").round(2)

# %% [markdown]
# ## Change one thing
#
# Bid to the board: the points bid are paid to nobody. Then try `options="dealer_may_hold"`, `"from_two"` or
# `"red_counter"`, or the book `foster-smudge`, where four bid and made win the match.

# %%
af.play("foster-board", seed=3, save=False)

# %% [markdown]
# All worked examples of the texts can be opened: `af.step` walks through one, `af.play` asks first.

# %%
af.examples()[["title", "place"]]

# %% [markdown]
# **In one sentence:** when does a seller who needs two do well to refuse one?
#
# **History.** Foster (*Foster's Complete Hoyle*, first printed 1897; AUCTION PITCH, Bidding, Scoring, Setting Back)
# tells all of this with worked examples; most players, he says, had come to bid to the board. Commercial Pitch counted
# down from ten is read in a wiki article that does not say where it has it (Commercial Pitch, second paragraph).
#
# **One thing not known.** Whether a bid may put the seller out. The rule forbids it, the example of setting back has
# such a bid, and a custom of some clubs would allow it.
#
# **Next:** [drawing from the stock](09_california_shasta_french.ipynb)
