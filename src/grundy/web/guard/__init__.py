"""What stands before the application: sizes, times, Host, Origin, tokens, and how a refusal is told."""
