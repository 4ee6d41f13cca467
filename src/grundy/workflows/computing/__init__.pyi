from .period import known_periods as known_periods
from .sweep import Means as Means
from .sweep import Plan as Plan
from .sweep import Summary as Summary
from .sweep import lines_of_earlier as lines_of_earlier
from .sweep import sweep_lines as sweep_lines
from .sweep import sweep_to_file as sweep_to_file
