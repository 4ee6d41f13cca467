from .oeis_entries import OeisEntry as OeisEntry
from .oeis_entries import oeis_entries as oeis_entries
