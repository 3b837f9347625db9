import { useEffect, useEffectEvent } from 'react';
import type { Range } from './period-presets';

/**
 * A list that opens with some period, opened by an address that names none (a link, a typed address): it gets it, once for each tab. After that all
 * days are a choice like any other. `range.from` undefined: this tab opens with all.
 */
export function useStartingRange(
  tab: string,
  named: Partial<Range>,
  range: Range,
  apply: (range: Range) => void,
): void {
  const begin = useEffectEvent(() => {
    if (named.from === undefined && named.to === undefined && range.from !== undefined) apply(range);
  });
  useEffect(() => begin(), [tab]);
}
