"""Pictures of explored rulesets that only the page shows: plots, grids and maps as SVG, without a library."""
