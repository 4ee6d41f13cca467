from .signals import TORN as TORN
from .signals import interrupted_by as interrupted_by
from .signals import is_stopped as is_stopped
from .signals import stoppable as stoppable
from .store import copy_store as copy_store
from .store import salvage_store as salvage_store
from .store import verify_store as verify_store
