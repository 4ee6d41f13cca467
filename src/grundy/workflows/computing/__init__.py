"""Long sequences: values, periods, runs that are saved, sweeps, and the stores they are kept in."""
