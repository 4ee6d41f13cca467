"""Long sequences: values, periods, runs that are saved, sweeps, and their stores."""
