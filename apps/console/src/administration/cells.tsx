import { chakra } from '@chakra-ui/react';
import { countedTo } from '@headland/contracts/administration';
import type { Page } from '@headland/contracts/endpoint';
import type { ReactNode } from 'react';
import { momentText } from '../lib/time';
import type { Words } from '../lib/text';
import type { Column } from '../ui/table';

/** Parts of the cells that these lists share. */
export const Moment = ({ at }: { at: string }) => (
  <chakra.time dateTime={at} className="num" color="ink2">
    {momentText(at)}
  </chakra.time>
);

/** Cut at its width, whole on hover. */
export const Cut = ({ width, title, children }: { width: string; title?: string; children: string }) => (
  <chakra.span display="block" maxW={width} truncate title={title ?? children}>
    {children}
  </chakra.span>
);

/** Two lines instead of columns, on a phone. `room`: what other columns and the edges take of its width. */
export const Narrow = ({ first, second, end, room = '28px' }: { first: ReactNode; second: ReactNode; end: ReactNode; room?: string }) => (
  <chakra.span display="block" py="1.5" lineHeight="19px" maxW={`calc(100vw - ${room})`}>
    <chakra.span display="flex" gap="2" alignItems="center" minW="0">
      <chakra.span flex="1" minW="0" truncate>
        {first}
      </chakra.span>
      <chakra.span flexShrink={0} textStyle="small" color="ink3" className="num">
        {end}
      </chakra.span>
    </chakra.span>
    <chakra.span display="block" textStyle="small" color="ink2" truncate>
      {second}
    </chakra.span>
  </chakra.span>
);

export const Faint = ({ children }: { children: ReactNode }) => (
  <chakra.span className="num" color="ink3">
    {children}
  </chakra.span>
);

/** Rows count down from the total; where the total is not known to its end, they have no number. */
export function numbersOf<R extends { id: number }>(rows: readonly R[], page: Page): (row: R) => string {
  if (page.total >= countedTo) return () => '–';
  const first = page.total - (page.number - 1) * page.size;
  const places = new Map(rows.map((row, i) => [row.id, String(first - i)]));
  return (row) => places.get(row.id) ?? '–';
}

export const totalText = ({ number }: Words, { total }: Page): string => `${number(total)}${total >= countedTo ? '+' : ''}`;

/** The columns that remain where a panel takes its share of the width. */
export const beside = <R,>(columns: Column<R>[], open: boolean, dropped: readonly string[]): Column<R>[] =>
  open ? columns.filter((c) => !dropped.includes(c.key)) : columns;
