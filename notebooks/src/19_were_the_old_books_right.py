# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown]
# # Were the old books right?
#
# A household book of 1894 has four maxims for this game: bring your knave home early; to save a Ten, lead something
# small; take the other's best cards; lead a lone high trump at once. **Which of the four is true?**
#
# You will learn to turn advice into something that can fail, and to read a verdict with its interval. 40 minutes.
#
# *Predict first:* for each write `"true"`, `"false"` or `"depends on the reading"`.

# %%
import allfours_edu as af

mine = {"make-your-jack": "", "secure-your-tens": "", "win-his-best": "", "lead-a-high-trump": ""}

# %% [markdown]
# ## How advice is tested
#
# Computer players deal and play. Whenever a maxim has something to say, its card is held against every other lawful
# card, each followed by best play. The maxim does not see the hidden cards. So the average of the difference is what
# following it is worth at such a moment. If the interval lies above nought, it is true; if it holds for one way to
# read the maxim and not for another, the verdict says so.

# %%
for maxim, said in mine.items():
    print(af.claim(maxim).claim.title, "·", af.guess(said).against(af.claim(maxim)).text)

# %%
cards = [af.claim(maxim) for maxim in mine]
gains = {row.claim.labels[f.name]: f for row in cards for f in row.figures}
af.chart(gains, "What a maxim is worth, each time it speaks", y="points")

# %% [markdown]
# ## Two readings
#
# *Make your knave early* can mean two things, and it matters which. So can the advice on Tens: better than what?

# %%
af.claim("make-your-jack")

# %%
af.claim("secure-your-tens")

# %% [markdown]
# Measured anew, here and now, with a tenth of the moments. *Predict:* will the interval be wider or narrower than the
# one kept?

# %%
print(af.claim("win-his-best"))
print()
print(af.claim("win-his-best").again(0.1))

# %% [markdown]
# ## A reason that can be checked
#
# Foster says why the dealer loses a tied Game: it makes up for his chance of turning a Jack. *Predict:* in how many
# deals of a hundred is Game tied?

# %%
my_ties = ""

# %%
af.guess(my_ties).against(af.claim("tie-reason"))

# %% [markdown]
# ## To beg without a trump
#
# Foster holds that it is a little in one's favour even then. *Predict:* by how many points is begging better than
# standing?

# %%
my_points = ""

# %%
af.guess(my_points).against(af.claim("beg-favour"))

# %% [markdown]
# ## All of them
#
# Each line is a statement of a text, in our words, with its place. A verdict is not an opinion of the author: it
# follows from the figure by a rule written down beforehand (`tested` in `af.claim`).

# %%
af.claims()[["claim", "verdict", "figure", "of"]]

# %% [markdown]
# ## Change one thing
#
# Choose a claim, say what you expect, and measure it with twice the deals: `.again(2)`. Then see one such deal, with
# the line that stands at the foot of its card.

# %%
af.step("enquire-1894", seed=27, players=2)

# %% [markdown]
# **In one sentence:** what would have to come out for you to call a maxim false?
#
# **History.** The maxims stand in *Enquire Within* (printing of 1894, § 94); Foster on ties and begging, first printed
# 1897, under OBJECTS, The Game and Begging. Three of the four are also in the ten-point text of a web article (rules 4,
# 5 and 7), so both come from an older Hoyle.
#
# **One thing not known.** Against whom the maxims were meant to work. Here best play follows; the players of
# 1894 may have been kinder.
#
# **Next:** [is the deal fair](20_is_the_deal_fair.ipynb)
