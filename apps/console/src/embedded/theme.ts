/** Light or dark as the web view reports for the app, also when that changes. */
export function followTheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = (): void => void (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
  follow();
  dark.addEventListener('change', follow);
}
