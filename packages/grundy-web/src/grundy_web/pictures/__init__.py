"""Pictures of explored rulesets for the web app: plots, grids and maps as SVG, drawn without a library."""
