from .blocks import Paper as Paper
from .blocks import PaperPicture as PaperPicture
from .blocks import Presented as Presented
from .blocks import ValueRows as ValueRows
from .shown import FORMATS as FORMATS
from .shown import mime_bundle as mime_bundle
from .shown import written as written
