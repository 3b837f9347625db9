import { datePairs } from '@headland/contracts/date-pair';
import type { SavedView, SavedViewState } from '@headland/contracts/saved-view';
import { withPeriods } from '@headland/domain/moving-period';
import type { z } from 'zod';
import { stringifySearch } from '../../lib/search';
import { presets, rangeOf } from '../period-presets';
import { readFilter } from '../use-list';

type Address = Record<string, unknown>;

/** The filter of an address as a view keeps it: a period that a preset names moves with the days. */
export function filterOf(schema: z.ZodObject, address: Address): SavedViewState['filter'] {
  const kept = Object.fromEntries(
    Object.entries(address)
      .filter(([name, value]) => name !== 'page' && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );
  for (const { from, to, unit, until } of datePairs(schema)) {
    const preset = presets.find((name) => {
      const range = rangeOf(name, { days: unit === 'day', until });
      return kept[from] === range.from && kept[to] === range.to;
    });
    if (preset === undefined) continue;
    kept[from] = `@${preset}`;
    delete kept[to];
  }
  return kept;
}

/** A view's filter as an address of today; what the list does not know any more is left out. */
export function addressOf(schema: z.ZodObject, filter: SavedViewState['filter']): Address {
  const address = withPeriods(schema, filter, {
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return readFilter(schema, address as never).input;
}

/** Whether two addresses show the same: with their defaults, without the page. */
export function sameFilter(schema: z.ZodObject, a: Address, b: Address): boolean {
  const shown = (address: Address): string => {
    const { page: _, ...rest } = readFilter(schema, address as never).filter as Address;
    return JSON.stringify(Object.entries(rest).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  };
  return shown(a) === shown(b);
}

/**
 * The address of what is shown, for somebody else: filter and order as they are today, from page 1. It names the size in
 * any case: an address without a filter opens the other's own default view. Others have a shared view alone.
 */
export function linkTo(address: Address, view: Pick<SavedView, 'id' | 'shared'> | undefined): string {
  const { page: _, ...filter } = address;
  const here = new URL(window.location.href);
  const tab = here.searchParams.get('tab');
  const search = { ...(tab === null ? {} : { tab }), size: 20, ...filter, ...(view?.shared ? { view: view.id } : {}) };
  return `${here.origin}${here.pathname}${stringifySearch(search)}`;
}
