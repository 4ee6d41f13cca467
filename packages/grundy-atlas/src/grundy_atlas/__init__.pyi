from .atlas import Atlas as Atlas
from .atlas import AtlasReport as AtlasReport
from .atlas import FactCheck as FactCheck
from .checks import certified as certified
from .checks import found_again as found_again
from .drafts import fact_b_file as fact_b_file
from .drafts import fact_draft as fact_draft
