# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% jupyter={"source_hidden": true}
import allfours_edu as af

af.play("td-01-hang-the-jack")

# %% [markdown]
# **A picture, and nothing moves?** Click it, then press *Shift + Enter*. The line that dealt it is folded away above.
#
# **Next:** [the same deal under three books](01_same_deal_three_books.ipynb), step by step.
