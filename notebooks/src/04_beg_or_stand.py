# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Beg or stand
#
# A card is turned up: its suit would be trumps, and you hold one small card of it. You may *stand*, and play. Or you
# may *beg*. **Which?**
#
# You will learn to carry on the dialogue over the turned card, and to say who may answer what. 20 minutes.
#
# *Predict first.* You see your own cards only, so right can mean no more than **likely** here: best on average.

# %%
import allfours_edu as af

af.play("td-05")

# %% [markdown]
# ## What is said over the turned card
#
# Only the *eldest hand*, who will lead, is asked. If he stands, the turned suit is trumps. If he begs, the dealer
# looks at his cards, in Foster's book not before, and answers. He *gives*: the beggar marks a point, and the suit
# stays. Or he *runs the cards*: the turned card is laid aside, everybody gets three more, and another is turned; if it
# is the same suit, again. Here is who may say what, and when.

# %%
hands = {"elder": "7S 4C QD 6D KH 9H", "dealer": "QS 3S JC 5C AD 8H"}
deal = af.new_deal("foster-1897", hands=hands, turned="TS")
print(deal.to_act, *deal.legal_actions(), sep=" · ")
begged = deal.apply("beg")
print(begged.to_act, *begged.legal_actions(), sep=" · ")
print("after a gift:", dict(begged.apply("give").scores))

# %% [markdown]
# ## A gift that would win
#
# The eldest hand needs one point more to win the match, and begs. *Predict:* what may the dealer answer? Two books,
# two exercises.

# %%
af.exercise("may-he-give")

# %%
af.exercise("a-gift-that-wins")

# %% [markdown]
# ## After a run
#
# Everybody has nine cards now. In Foster's book each throws three away; he knew clubs that played on with nine. Does
# it matter? **Open cards.**

# %%
af.play("td-11")

# %% [markdown]
# And the turned card itself: a Jack brings the dealer a point at once. What if he turns it while running, and it is of
# the suit that was refused?

# %%
af.exercise("the-refused-jack")

# %%
af.exercise("the-refused-jack-counts")

# %% [markdown]
# ## Change one thing
#
# A whole deal, and you are the eldest hand. Beg, and see what the dealer does; then take it back and stand. Change the
# seed, or add an option: `options="keep_nine"`.

# %%
af.play("foster-1897", seed=5, players=2, save=False)

# %% [markdown]
# **In one sentence:** what do you risk when you beg, and what does the dealer risk when he runs?
#
# **History.** Begging is as old as the game in print: Cotton (1674, ch. X, p. 112) has the beg, the refusal and the
# three cards more. A second beg is barred by Foster (first printed 1897; BEGGING, third paragraph), while *Enquire
# Within* (printing of 1894, § 92 ii) allows it if both sides consent.
#
# **One thing not known.** What became of the extra cards in the older books. Cotton and *Enquire* deal them and never
# say whether they are played or thrown away.
#
# **Next:** [the texts side by side](05_rule_texts_side_by_side.ipynb)
