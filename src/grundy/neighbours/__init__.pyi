from .cgsuite import cgsuite_text as cgsuite_text
from .cgsuite import read_cgsuite as read_cgsuite
