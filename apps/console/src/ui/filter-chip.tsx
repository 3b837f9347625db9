import { chakra, Flex } from '@chakra-ui/react';

/** The frame of one filter. */
export const FilterChip = chakra(Flex, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    h: 'control',
    px: '10px',
    border: '1px solid',
    borderColor: 'lineStrong',
    borderRadius: 'control',
    bg: 'surface',
    textStyle: 'dense',
    color: 'ink',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    flexShrink: 0,
    '& em': { fontStyle: 'normal', fontSize: '12px', color: 'var(--ink-3)' },
    '& input, & select': {
      border: 0,
      background: 'transparent',
      outline: 0,
      padding: 0,
      height: '30px',
      minWidth: '32px',
    },
    '& select': { appearance: 'none', cursor: 'pointer' },
    '& option': { background: 'var(--raised)', color: 'var(--ink)' },
    '& svg': { color: 'var(--ink-3)' },
    '&:focus-within': { borderColor: 'accent', boxShadow: '0 0 0 3px var(--accent-soft)' },
    '&[data-on]': { borderColor: 'accent', bg: 'accentSoft' },
    '&[aria-pressed=true]': { color: 'accent', fontWeight: 500 },
    '&[data-wrong]': { borderColor: 'now.mark' },
    '& [data-error]': { fontSize: '12px', color: 'var(--now-ink)' },
  },
});
