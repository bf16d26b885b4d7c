# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # One card, all four
#
# The only trump out is your Jack, and the dealer has nothing that counts. Then one card is High, Low, the Jack and, if
# all goes well, Game. **How often is a deal like that?**
#
# You will learn to count such deals exactly, and to prove or break a printed claim. 35 minutes.
#
# *Predict first:* write it as `"1/n"`: of the deals that turn no Jack up, one in how many?

# %%
import allfours_edu as af

my_odds = ""

# %% [markdown]
# ## Count
#
# Fifty-one cards are left. The dealer's six must come from the plain cards below the Ten: three suits, eight of each.
# You hold the Jack and five other plain cards: of thirty-nine, six are with the dealer. Against this stand all ways to
# deal six and six.

# %%
from fractions import Fraction
from math import comb

ways = comb(24, 6) * comb(39 - 6, 5)
one_card = Fraction(ways, comb(51, 6) * comb(45, 6))
af.guess(my_odds).against(one_card)

# %% [markdown]
# ## Play one
#
# Is Game then yours, whatever you play? A deal from the middle. **Open cards.**

# %%
af.play("td-06")

# %% [markdown]
# ## Prove it, break it
#
# The book that has the claim says it holds however one plays. Two sentences are hidden in this. *Good play always makes
# four:* you lead, and can cash whatever counts before the dealer gets in. *Any play does:* one counter-example is
# enough against that. *Predict:* in what share of deals does careless play still make all four?

# %%
my_share = ""

# %%
careless = af.claim("one-card-all-four").figure("any_play")
af.guess(my_share).against(careless.value)

# %%
af.claim("one-card-all-four")

# %% [markdown]
# ## How many trumps are out?
#
# Twelve trumps are left when one is turned up, and twelve cards of fifty-one are dealt. *Predict:* how many trumps lie
# in the two hands most often, and is a single one rare? Each bar is an exact fraction.

# %%
trumps = {n: Fraction(comb(12, n) * comb(39, 12 - n), comb(51, 12)) for n in range(9)}
af.chart(trumps, "Trumps in two hands", x="trumps out", y="share of deals", share=True, mark="1")

# %% [markdown]
# Then that one has to be the Jack, with you, and nothing that counts with the dealer. Three steps, each an exact
# fraction.

# %%
from allfours_edu.analysis.tails import one_in

no_trump = Fraction(comb(39, 6), comb(51, 6))
jack_alone = no_trump * Fraction(comb(33, 5), comb(45, 6))
for step, chance in {"dealer has no trump": no_trump, "you the Jack alone": jack_alone, "no count": one_card}.items():
    print(step, one_in(chance))

# %% [markdown]
# ## The other end
#
# In the swindler's deal it is the victim who holds all the high trumps: ace, King, Jack, Ten, nine, deuce. *Predict:*
# against how many of the 8,145,060 hands that the other may hold can he make all four? (A share, such as `"1/2"`.)

# %%
my_high_hand = ""

# %%
high = af.claim("high-hand")
af.guess(my_high_hand).against(Fraction(high.figure("forced").value, high.figure("hands").value))

# %%
high if my_high_hand else print("The card opens after a guess.")

# %% [markdown]
# ## Change one thing
#
# Put a Ten into the dealer's hand, and ask the solver whether all four can still be forced. Value 4 means all four
# points for you, none for him.

# %%
found = af.solve(["JC TH 4H 5D 3D 2D", "9S 8S 7S 9D 8D 9H"], trump="C", rulebook="enquire-1894")
print(found.value, {card.text: value for card, value in found.cards.items()})

# %% [markdown]
# **In one sentence:** what does one counter-example prove, and what do a thousand examples not?
#
# **History.** *Enquire Within* (printing of 1894, § 92 vi) makes the claim; a web article repeats it in its opening and
# derives the very name of the game from it, which Cotton (1674, ch. X, p. 111) explains otherwise. The high hand:
# Foster (first printed 1897; METHODS OF CHEATING).
#
# **One thing not known.** Whether anybody before the computers counted such deals. No text at hand gives a number.
