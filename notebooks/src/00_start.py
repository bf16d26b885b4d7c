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
# **Only a picture?** Click it, then press *Shift + Enter*.
#
# **Next:** [the same deal under three books](01_same_deal_three_books.ipynb)
