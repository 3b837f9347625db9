import type { VehicleFilter } from '@headland/contracts/vehicle';
import { mayRead } from '@headland/domain/access';
import type { Caller } from '../../platform/caller';
import type { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';

type Owned = Pick<VehicleFilter, 'ownerId' | 'ownedFrom' | 'ownedTo'>;
type Active = Pick<VehicleFilter, 'activeFrom' | 'activeTo'>;

/** SQL: the start of a day (a date) in a zone. */
const startOf = (day: string, zone: string): string => `(${day})::timestamp AT TIME ZONE ${zone}::text`;

/** Owned by this customer at some time of these days of the caller's zone. */
export function ownedIn(where: Where, { ownerId, ownedFrom, ownedTo }: Owned, caller: Caller): void {
  if (!mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  const zone = (): string => where.parameter(caller.timeZone);
  const conditions = [`w.customer_id = ${where.parameter(ownerId)}::int`];
  if (ownedTo !== undefined)
    conditions.push(`(w.since IS NULL OR w.since < ${startOf(`${where.parameter(ownedTo)}::date + 1`, zone())})`);
  if (ownedFrom !== undefined)
    conditions.push(`(w.until IS NULL OR w.until > ${startOf(`${where.parameter(ownedFrom)}::date`, zone())})`);
  where.and(`v.id IN (SELECT w.vehicle_id FROM vehicle_owner w WHERE ${conditions.join(' AND ')})`);
}

/**
 * With a start or a running engine on one of these days of the caller's zone, as the statistics count them: by their days, and by the 15-minute rows
 * of days that are not counted yet.
 */
export function activeIn(where: Where, { activeFrom, activeTo }: Active, caller: Caller): void {
  const [from, to] = [activeFrom ?? activeTo, activeTo ?? activeFrom].map((d) => `${where.parameter(d)}::date`);
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: caller.timeZone }).resolvedOptions();
  const zone = where.parameter(timeZone);
  const counted = `SELECT c.zone_id, c.day FROM figures_zone z JOIN figures_day c ON c.zone_id = z.id WHERE z.name = ${zone} AND c.day BETWEEN ${from} AND ${to}`;
  where.and(`v.id IN (
    SELECT d.vehicle_id FROM (${counted}) c JOIN vehicle_day d ON d.zone_id = c.zone_id AND d.day = c.day
    WHERE d.starts > 0 OR d.idle_ms + d.work_ms + d.drive_ms > 0 OR d.km > 0 OR d.hours > 0
    UNION SELECT q.vehicle_id FROM (SELECT g::date AS day FROM generate_series(${from}, ${to}, interval '1 day') g) day
      JOIN vehicle_quarter q ON q.quarter >= ${startOf('day.day', zone)} AND q.quarter < ${startOf('day.day + 1', zone)}
    WHERE day.day NOT IN (SELECT day FROM (${counted}) c) GROUP BY q.vehicle_id, day.day
    HAVING sum(q.starts) > 0 OR sum(q.idle_ms + q.work_ms + q.drive_ms) > 0 OR sum(q.km) > 0 OR sum(q.hours) > 0)`);
}
