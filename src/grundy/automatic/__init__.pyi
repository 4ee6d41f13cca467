from .formulas import Defined as Defined
from .formulas import Formulas as Formulas
from .linear import Arithmetic as Arithmetic
from .linear import NotDefinable as NotDefinable
from .numeration import Base as Base
from .numeration import Recurrent as Recurrent
from .numeration import System as System
from .relation import Relation as Relation
