from ..operations import oeis_b_file as oeis_b_file
from ..operations import oeis_draft as oeis_draft
from ..workflows.exploring import OeisEntry as OeisEntry
from ..workflows.exploring import oeis_entries as oeis_entries
from .cgsuite import cgsuite_text as cgsuite_text
from .cgsuite import read_cgsuite as read_cgsuite
from .networkx_graphs import from_networkx as from_networkx
from .pycgt_values import pycgt_value as pycgt_value
