from .claim import check_claim as check_claim
from .two_lengths import two_lengths as two_lengths
