import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { momentText } from '../../lib/time';

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
export const Narrow = ({
  first,
  second,
  end,
  height = '28px',
}: {
  first: ReactNode;
  second: ReactNode;
  end: ReactNode;
  height?: string;
}) => (
  <chakra.span display="block" py="1.5" lineHeight="19px" maxW={`calc(100vw - ${height})`}>
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
