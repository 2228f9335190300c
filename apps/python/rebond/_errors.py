"""What can go wrong, as exceptions."""


class InputError(ValueError):
    """Wrong input. The text is the one that the command line prints: where, what, and what was expected."""


class UnknownKey(InputError, AttributeError, KeyError):
    """A key that a scene of this model and scheme does not have."""

    __str__ = Exception.__str__


class FileError(OSError):
    """A file could not be read or written."""


class RunFailed(RuntimeError):
    """A run that did not end well, where `strict` was asked for. `result` holds what was computed."""

    def __init__(self, message, result=None):
        super().__init__(message)
        self.result = result
