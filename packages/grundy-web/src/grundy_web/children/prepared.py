"""The module that the fork server imports first, so that all child processes share the imported modules."""

from .child import prepare

prepare()
