import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** What a list shows of a record instead of its columns on a phone: its title, which may take two lines, and below it the rest. */
export function PhoneCell({ before, title, children }: { before?: ReactNode; title: string; children: ReactNode }) {
  return (
    <chakra.span display="flex" gap="2.5" alignItems="center" py="1.5" whiteSpace="normal">
      {before}
      <chakra.span display="grid" gap="1" minW="0">
        <b>{title}</b>
        <chakra.small display="flex" flexWrap="wrap" gap="1.5" alignItems="center" color="ink3" className="num">
          {children}
        </chakra.small>
      </chakra.span>
    </chakra.span>
  );
}
