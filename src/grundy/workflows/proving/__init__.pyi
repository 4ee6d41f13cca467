from .checked_segments import CheckedSegments as CheckedSegments
from .checked_segments import check_segments as check_segments
from .independent import require_accepted as require_accepted
