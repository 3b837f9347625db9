import type { OperationFilter } from '@headland/contracts/operation-data';
import { dayBounds } from './zone-day';

/**
 * The lists behind the figures of operation data. A figure is counted by the filter of its list, and its link carries the same filter: both come from
 * here.
 */
type Value = string | number | readonly string[] | undefined;
export interface ListLink {
  to: '/breakdown' | '/sos' | '/expendable' | '/status';
  search: Record<string, string | string[]>;
}
export interface CountedFilter extends OperationFilter {
  from: string;
  to: string;
}

/**
 * Days as moments, to the last millisecond: as if a person chose the same days in the list.
 */
export const momentsOf = (from: string, to: string, timeZone: string): { from: string; to: string } => ({
  from: new Date(dayBounds(from, timeZone).from).toISOString(),
  to: new Date(dayBounds(to, timeZone).to - 1).toISOString(),
});

export function operationLinks(f: CountedFilter, timeZone: string) {
  const moments = momentsOf(f.from, f.to, timeZone);
  const incident = { tab: 'all', modelName: f.model, modelType: f.type, dealerId: f.dealerId, ...moments };
  const vehicle = { model: f.model, modelType: f.type, dealerId: f.dealerId };
  const dayOnly = (day: string | undefined) => (day === undefined ? {} : momentsOf(day, day, timeZone));
  return {
    faults: ({ day, ...more }: Record<string, Value> & { day?: string } = {}): ListLink =>
      link('/breakdown', { ...incident, ...dayOnly(day), ...more }),
    /** by the day of completion */
    completed: (more: Record<string, Value> = {}): ListLink =>
      link('/breakdown', { ...incident, tab: 'completed', dates: 'completed', ...more }),
    sos: ({ day, ...more }: Record<string, Value> & { day?: string } = {}): ListLink =>
      link('/sos', { ...incident, ...dayOnly(day), ...more }),
    vehicles: (more: Record<string, Value> = {}): ListLink => link('/status', { ...vehicle, ...more }),
    active: (more: Record<string, Value> = {}): ListLink =>
      link('/status', { ...vehicle, activeFrom: f.from, activeTo: f.to, ...more }),
    owned: (ownerId: number): ListLink => link('/status', { ...vehicle, ownerId, ownedFrom: f.from, ownedTo: f.to }),
    consumables: (closed: 'onTime' | 'late', more: Record<string, Value> = {}): ListLink =>
      link('/expendable', { ...vehicle, closed, replacedFrom: f.from, replacedTo: f.to, ...more }),
  };
}

const link = (to: ListLink['to'], values: Record<string, Value>): ListLink => ({
  to,
  search: Object.fromEntries(
    Object.entries(values).flatMap(([name, v]) =>
      v === undefined || (Array.isArray(v) && v.length === 0)
        ? []
        : [[name, Array.isArray(v) ? v.map(String) : String(v)]],
    ),
  ),
});
