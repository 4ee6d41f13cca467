from .explore import Exploration as Exploration
from .explore import explore as explore
from .explore import values_only as values_only
from .oeis_entries import OeisEntry as OeisEntry
from .oeis_entries import oeis_entries as oeis_entries
