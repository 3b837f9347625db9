import { FaultFilter } from '@headland/contracts/fault';
import type { OperationFilter } from '@headland/contracts/operation-data';
import { SosFilter } from '@headland/contracts/sos';
import { ConsumableFilter } from '@headland/contracts/consumable';
import { type CountedFilter, operationLinks } from '@headland/domain/operation-links';
import { dayOf, plusDays } from '@headland/domain/zone-day';

export type Counted = CountedFilter;

/** The filter with both ends of its period: without an end it is up to today. */
export function countedFilter(
  { from, to, model, type, dealerId }: OperationFilter,
  now: Date,
  timeZone: string,
): Counted {
  const end = to ?? dayOf(now.getTime(), timeZone);
  return { from: from ?? end, to: end, model, type, dealerId };
}

/** The period of the same length before. */
export function periodBefore(filter: Counted): Counted {
  const days = Math.round((Date.parse(filter.to) - Date.parse(filter.from)) / 86_400_000) + 1;
  return { ...filter, from: plusDays(filter.from, -days), to: plusDays(filter.to, -days) };
}

/** The filters of the lists behind the figures: what is counted is what a list shows. */
export const faultFilter = (filter: Counted, timeZone: string): FaultFilter =>
  FaultFilter.parse(operationLinks(filter, timeZone).faults().search);
export const completedFilter = (filter: Counted, timeZone: string): FaultFilter =>
  FaultFilter.parse(operationLinks(filter, timeZone).completed().search);
export const sosFilter = (filter: Counted, timeZone: string): SosFilter =>
  SosFilter.parse(operationLinks(filter, timeZone).sos().search);
export const consumableFilter = (filter: Counted, timeZone: string, closed: 'onTime' | 'late'): ConsumableFilter =>
  ConsumableFilter.parse(operationLinks(filter, timeZone).consumables(closed).search);
