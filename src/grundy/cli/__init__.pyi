from .line_editing import line_editing as line_editing
from .main import main as main
from .options import Number as Number
from .options import Seconds as Seconds
from .options import json_option as json_option
from .options import limit_options as limit_options
from .options import screen_options as screen_options
from .options import working as working
