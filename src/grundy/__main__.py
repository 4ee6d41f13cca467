"""`python -m grundy` is the command `grundy`."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # before the command begins and after it, Ctrl-C ends without a word

from .cli import main

if __name__ == "__main__":
    main()
