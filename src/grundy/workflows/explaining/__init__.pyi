from .blocks import Block as Block
from .blocks import as_blocks as as_blocks
from .blocks import explained as explained
from .explain import explain as explain
from .explain import explanation as explanation
from .ideas import idea as idea
