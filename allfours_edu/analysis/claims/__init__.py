"""The claims laboratory: what the texts say of chances, skill and advice, put to the test.

``sources/claims.toml`` has each claim in our words, its places in the texts, how it is tested and the verdict. Here
stands how it is measured (:data:`MEASURES`); the figures kept beside it (``figures.toml``) are made by

    python -m allfours_edu.analysis.claims

>>> claim("jack-frequency").verdict, claim("jack-frequency").figures[0].value
('true', Fraction(1, 13))
"""

from __future__ import annotations

from .measured import VERDICTS, Figure, Measured
from .register import MEASURES, Claim, Deal, claim, claims, kept, measure

__all__ = ["MEASURES", "VERDICTS", "Claim", "Deal", "Figure", "Measured", "claim", "claims", "kept", "measure"]
