"""Series of integers: numpy arrays if numpy is installed, else arrays of the standard library.

Only this module chooses. For example, `arrays.joined([arrays.narrow([0, 1]), arrays.narrow([300])])`.
"""

from typing import TYPE_CHECKING

from .plain_series import has_numpy

if TYPE_CHECKING or not has_numpy():
    from . import plain_series as arrays
    from .plain_series import Series
else:
    from . import numpy_series as arrays
    from .plain_series import Series

__all__ = "Series", "arrays"
