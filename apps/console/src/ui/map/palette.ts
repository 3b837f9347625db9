/** The colours of the map, read from the tokens at the map's element, so that the wall's dark subtree and the console's theme both hold. */
const tokens = {
  sea: '--sea',
  land: '--land',
  province: '--province',
  road: '--road',
  trunk: '--trunk',
  label: '--maplabel',
  grid: '--grid',
  raised: '--raised',
  surface: '--surface',
  ink: '--ink',
  ink2: '--ink-2',
  accent: '--accent',
  normal: '--normal-fill',
  off: '--off-line',
  nowMark: '--now-mark',
  nowFill: '--now-fill',
  onNow: '--on-now',
  today: '--today-fill',
  watch: '--watch-fill',
  lineStrong: '--line-strong',
  trace: '--trace-1',
} as const;
/** `names`, `counts`: how much larger they are written than on a desk; a wall is read from afar. */
export type Palette = Record<keyof typeof tokens, string> & { font: string; names: number; counts: number };

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888']),
  );
  const factor = (name: string): number => Number(style.getPropertyValue(name)) || 1;
  return {
    ...(colours as Record<keyof typeof tokens, string>),
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
    names: factor('--map-names'),
    counts: factor('--map-counts'),
  };
}
