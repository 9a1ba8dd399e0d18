/* Before anything is painted: the theme that the reader chose on an earlier page. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A page without storage follows the system.
}
