import { chakra } from '@chakra-ui/react';

export const Kbd = chakra('kbd', {
  base: {
    font: '500 11px/16px var(--font)',
    px: '5px',
    border: '1px solid',
    borderColor: 'lineStrong',
    borderRadius: '3px',
    color: 'inherit',
    bg: 'transparent',
  },
});
