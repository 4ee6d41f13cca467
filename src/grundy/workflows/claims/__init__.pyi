from .claim import check_claim as check_claim
from .two_lengths import FIRST_TABLES as FIRST_TABLES
from .two_lengths import SHOWN_LENGTHS as SHOWN_LENGTHS
from .two_lengths import TwoLengths as TwoLengths
from .two_lengths import check_lengths as check_lengths
from .two_lengths import refuse_size as refuse_size
from .two_lengths import short_values as short_values
from .two_lengths import two_lengths as two_lengths
