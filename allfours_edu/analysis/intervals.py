"""How sure a count or a mean is: 95 % intervals.

>>> "{:.3f} {:.3f}".format(*wilson(8, 100))
'0.041 0.150'
"""

from __future__ import annotations

import math

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Where the true share lies, 95 times in a hundred, after ``hits`` of ``n`` (Wilson's score interval).

    Sensible also at nought hits, where "plus or minus" is not: after 0 of 100 the share may still be 3.7 %.

    >>> wilson(0, 100)[0], round(wilson(0, 100)[1], 3)
    (0.0, 0.037)
    """
    if n <= 0:
        return 0.0, 1.0
    share, z2 = hits / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return (0.0 if hits == 0 else max(0.0, middle - half)), (1.0 if hits == n else min(1.0, middle + half))


def normal(total: float, squares: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean, from the sum and the sum of squares of ``n`` numbers (n large).

    >>> low, high = normal(50, 50, 100)
    >>> round(low, 3), round(high, 3)
    (0.402, 0.598)
    """
    if n < 2:
        return -math.inf, math.inf
    mean = total / n
    half = _Z * math.sqrt(max(squares - total * mean, 0.0) / (n - 1) / n)
    return mean - half, mean + half
