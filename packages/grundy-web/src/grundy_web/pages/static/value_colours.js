/** The colours of values in cells with white digits, on light and dark pages: value n has number n mod 10. */
export const valueColours = ["#b3400f", "#1d7168", "#8f6000", "#1f55a5", "#7d4a99", "#b03a62", "#4a7526", "#0d6d8a", "#7a5230", "#444f5e"];
