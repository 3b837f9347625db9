import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';

/**
 * The Chakra system of the console. Values live once, in tokens.css; the tokens here only give them names for style props, so a subtree
 * with `data-theme` (the wall) changes theme without a second system. Sizes and spacing are multiples of 4 px: `gap="2"` is 8 px.
 */
const of = (name: string) => ({ value: `var(--${name})` });
const state = (name: string) => ({
  ink: of(`${name}-ink`),
  fill: of(`${name}-fill`),
  on: of(`on-${name}`),
  soft: of(`${name}-soft`),
  line: of(`${name}-line`),
});
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96];
const spacing = Object.fromEntries(steps.map((n) => [String(n), { value: `${n * 4}px` }]));
const font = (size: string, weight = 400) => ({ value: { font: `${weight} var(--t-${size}) var(--font)` } });

const config = defineConfig({
  cssVarsRoot: ':where(:root)',
  preflight: false,
  theme: {
    breakpoints: { sm: '600px', md: '768px', lg: '1024px', xl: '1200px', wall: '1920px' },
    keyframes: {},
    tokens: {
      spacing,
      sizes: {
        ...spacing,
        full: { value: '100%' },
        menu: of('w-menu'),
        menuSmall: of('w-menu-small'),
        topbar: of('h-topbar'),
        sosbar: of('h-sosbar'),
        row: of('h-row'),
        rowCompact: of('h-row-compact'),
        control: of('h-control'),
      },
      radii: { chip: of('r-chip'), control: of('r-control'), card: of('r-card'), round: of('r-round') },
      fontWeights: { text: { value: 400 }, label: { value: 500 }, title: { value: 600 }, loud: { value: 700 } },
      durations: { fast: of('m-fast'), mid: of('m-mid') },
      easings: { out: of('m-ease') },
      zIndex: {
        sticky: { value: 2 },
        mapControl: { value: 500 },
        drawer: { value: 900 },
        popover: { value: 1000 },
        dialog: { value: 1100 },
        toast: { value: 1200 },
      },
    },
    semanticTokens: {
      shadows: { low: of('shadow-1'), high: of('shadow-2') },
      colors: {
        ground: of('ground'),
        surface: of('surface'),
        raised: of('raised'),
        sunken: of('sunken'),
        hover: of('hover'),
        selected: of('selected'),
        line: of('line'),
        lineStrong: of('line-strong'),
        lineControl: of('line-control'),
        ink: of('ink'),
        ink2: of('ink-2'),
        ink3: of('ink-3'),
        accent: of('accent'),
        accentHover: of('accent-hover'),
        onAccent: of('on-accent'),
        accentSoft: of('accent-soft'),
        focus: of('focus'),
        now: { ...state('now'), mark: of('now-mark'), onInk: of('on-now-ink'), onHover: of('on-now-hover') },
        today: state('today'),
        watch: state('watch'),
        normal: state('normal'),
        off: { ink: of('off-ink'), line: of('off-line'), soft: of('off-soft') },
        sea: of('sea'),
        land: of('land'),
        grid: of('grid'),
        band: of('band'),
        limit: of('limit'),
      },
    },
    textStyles: {
      micro: font('micro'),
      small: font('small'),
      dense: font('dense'),
      body: font('body'),
      lead: font('lead'),
      label: font('small', 500),
      title: font('title', 600),
      head: font('head', 600),
      figure: font('figure', 600),
      hero: font('hero', 600),
      strong: font('body', 600),
    },
  },
});

export const system = createSystem(defaultBaseConfig, config);
