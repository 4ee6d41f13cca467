"""Imported by the fork server before its first fork: modules and sample questions that children then share."""

from .child import prepare

prepare()
