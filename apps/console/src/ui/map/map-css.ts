/** Of a live map and of what lies over it. */
export const mapCss = {
  containerType: 'inline-size',
  // Marks of a stopped stream are where the vehicles were, not where they are.
  '&[data-stopped] canvas': { opacity: 0.5, filter: 'grayscale(.6)' },
  // the sources are beside the scale, and above it where the legend leaves no room
  '@container (max-width: 780px)': { '&[data-fleet] .attribution': { bottom: '44px' } },
  '@container (max-width: 420px)': { '&:not([data-fleet]) .legend': { bottom: '26px' } },
  '& .leaflet-container': { font: 'inherit', background: 'transparent' },
  // the bar of a tool: above the middle, and below what a page has in the corner where there is no room beside it
  '& .tool': { position: 'absolute', top: '12px', left: '50%', transform: 'translateX(-50%)', zIndex: 510 },
  '@container (max-width: 720px)': { '& .tool': { top: '52px' } },
  '&[data-measuring] .leaflet-container': { cursor: 'crosshair !important' },
  '& .leaflet-container:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
} as const;
