"""What the fork server imports before its first fork, so that no child has to: the questions, each answered once."""

from .child import prepare

prepare()
