# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # How often is the Jack out?
#
# Two players hold six cards each, and one card is turned up. Half of the talk at the table is about the Jack of trumps.
# **In how many deals of a hundred is it in one of the two hands?**
#
# You will learn to compute with exact fractions what an old book put down as a rule of thumb, and to check a fraction
# by dealing. 30 minutes.
#
# *Predict first:* write a number between the quotes, such as `"40 %"` or `"2/5"`, and run the cell.

# %%
import allfours_edu as af

my_guess = ""

# %% [markdown]
# ## Two steps
#
# The card turned up is not played with. It must not be the Jack itself: twelve ranks of thirteen will do. Then the Jack
# is one of the fifty-one cards left, and twelve of these lie in the hands. Both must happen, so the chances are
# multiplied.

# %%
from fractions import Fraction

jack_out = Fraction(12, 13) * Fraction(12, 51)
af.guess(my_guess).against(jack_out)

# %% [markdown]
# ## More hands
#
# *Predict:* twice as many hands, twice the chance? Here are two, three and four.

# %%
hands = {f"{n} hands": Fraction(12, 13) * Fraction(6 * n, 51) for n in (2, 3, 4)}
af.chart(hands, "The Jack of trumps is in somebody's hand", y="share of deals", share=True)

# %% [markdown]
# ## Deal it
#
# A fraction is a promise; dealing keeps it or not. Twenty thousand deals, nobody begs. `nobody` had the Jack in the
# share shown, and the true share lies between the two numbers at the end 19 times in 20. Does one less your fraction
# lie between them?

# %%
found = af.simulate("foster-1897", 20_000, seed=17, policy="simple", players=2)
nobody = found.rate("jack", "nobody")
print(f"nobody: {nobody.share:.3f}, between {nobody.low:.3f} and {nobody.high:.3f}")
print(f"one less the fraction: {float(1 - jack_out):.3f}")

# %% [markdown]
# ## The Jack turned up
#
# Foster's book, first printed in 1897, gives a number for it. *Predict:* one deal in how many? Write it as `"1/n"`.

# %%
my_number = ""

# %%
af.guess(my_number).against(af.claim("jack-frequency"))

# %% [markdown]
# ## How many are too many?
#
# Somebody deals thirteen times. One Jack is what one expects. *Predict:* from how many on would you ask to see the
# pack? The chart shows how likely an honest dealer turns so many **or more**; every bar is an exact fraction.

# %%
my_limit = ""

# %%
from allfours_edu.analysis.tails import ONE_TURN, at_least

tail = {k: at_least(k, 13, ONE_TURN) for k in range(1, 7)}
af.chart(tail, "Jacks in thirteen deals, so many or more", x="Jacks turned", y="chance", share=True)

# %%
af.guess(my_limit).against(next(k for k, chance in tail.items() if chance < Fraction(1, 1000)))

# %%
af.claim("jack-suspicion")

# %% [markdown]
# ## Change one thing
#
# Nobody has a trump at all: of the thirty-nine cards of other suits, twelve are dealt. Change 12 to 18 and 24, for
# three hands and four. How can High and Low then be made?

# %%
from math import comb

no_trump = Fraction(comb(39, 12), comb(51, 12))
print(no_trump, f"= {float(no_trump):.4f}")

# %% [markdown]
# **In one sentence:** why does a fraction need no interval, and a share of twenty thousand deals one?
#
# **History.** Foster (*Foster's Complete Hoyle*, first printed 1897; OBJECTS, Turning the Jack) calls the turned Jack
# pure luck, names its odds rightly, and says that many more speak against the dealer.
#
# **One thing not known.** How many deals Foster had in mind. He gives no number, and the answer hangs on it.
#
# **Next:** [what if](18_what_if.ipynb)
