// The chosen theme, set before the first paint; without a choice the reader's own setting counts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // no storage: automatic
}
