from .context import Context as Context
from .request import FieldRecord as FieldRecord
from .request import Request as Request
from .result import Result as Result
from .table import ENDPOINTS as ENDPOINTS
from .table import OPERATIONS as OPERATIONS
from .table import Operation as Operation
from .table import served as served
