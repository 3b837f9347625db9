/** The colours of the map, read from the tokens at the map's element, so that the wall's dark subtree and the console's theme both hold. */
const tokens = {
  sea: '--sea',
  land: '--land',
  province: '--province',
  wood: '--map-wood',
  green: '--map-green',
  field: '--map-field',
  built: '--map-built',
  building: '--map-building',
  roadPath: '--map-path',
  roadMinor: '--map-minor',
  roadMajor: '--map-major',
  roadMotorway: '--map-motorway',
  roadEdge: '--map-edge',
  roadMotorwayEdge: '--map-motorway-edge',
  rail: '--map-rail',
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
export type Colour = keyof typeof tokens;
/** `dark`: of the element's theme. `names`, `counts`: how much larger they are written than on a desk; a wall is read from afar. */
export type Palette = Record<Colour, string> & {
  dark: boolean;
  font: string;
  names: number;
  counts: number;
};

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888']),
  );
  const factor = (name: string): number => Number(style.getPropertyValue(name)) || 1;
  return {
    ...(colours as Record<Colour, string>),
    dark: style.colorScheme === 'dark',
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
    names: factor('--map-names'),
    counts: factor('--map-counts'),
  };
}
