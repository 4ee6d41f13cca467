from .certify import boards_of as boards_of
from .checked_segments import CheckedSegments as CheckedSegments
from .checked_segments import check_segments as check_segments
from .independent import require_accepted as require_accepted
from .periods import certify_period as certify_period
from .periods import certify_tails as certify_tails
from .periods import game_of_tails as game_of_tails
