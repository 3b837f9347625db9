import type { ConfigDown } from '@headland/contracts/device/down';
import type { DeviceFilter, DeviceRow } from '@headland/contracts/device';
import { skewWarningMs } from '@headland/contracts/device';
import { skewOf } from '@headland/domain/device-clock';
import type { ConfigBasis } from '@headland/domain/device';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';

/** Columns of a device with its vehicle and its last communication, and how they are mapped to a row of the API. */
export type Row = Omit<DeviceRow, 'vehicle' | 'lastSeenAt' | 'skewMs'> & {
  vehicleId: number | null;
  vin: string | null;
  model: string | null;
  lastSeenAt: Date | null;
  offsetMs: string | null;
};
export type DetailRow = Row & {
  version: number;
  registeredAt: Date;
  unregisteredAt: Date | null;
  organizationId: number | null;
  organizationName: string | null;
  matchedOn: string | null;
  starts: number;
  boot: number | null;
  rollover: NonNullable<ConfigBasis['model']>['rollover'] | null;
  remoteControl: string | null;
  configWantedAt: Date | null;
  configSentAt: Date | null;
  configSent: ConfigDown | null;
};

/** Whoever sees everything sees every device; the others those of the vehicles that they see. */
export const deviceFrom =
  'device d LEFT JOIN device_seen z ON z.device_key = d.key LEFT JOIN vehicle v ON v.device_id = d.id LEFT JOIN model m ON m.id = v.model_id';
/** For their number: tables that no condition uses are removed by the planner, and a limited scope counts its vehicles without their devices. */
export const countFrom = (scope: Scope): string =>
  scope.all
    ? deviceFrom
    : '(SELECT * FROM vehicle WHERE device_id IS NOT NULL) v LEFT JOIN device d ON d.id = v.device_id LEFT JOIN device_seen z ON z.device_key = d.key LEFT JOIN model m ON m.id = v.model_id';
/** The same for a list in the order of the last communication: its index stands on device_seen, which has a row for each device. */
const seenFirst =
  'device_seen z JOIN device d ON d.key = z.device_key LEFT JOIN vehicle v ON v.device_id = d.id LEFT JOIN model m ON m.id = v.model_id';
export const rowFrom = `${deviceFrom} LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`;
/** What ingest wrote a minute ago, and what is exact: the vehicle's newest message, if this device sent it, and an open connection. */
export const lastSeenSql =
  'GREATEST(z.at, CASE WHEN s.device_key = d.key THEN s.last_seen_at END, CASE WHEN d.online THEN d.status_at END)';
export const rowColumns = `d.key AS id, d.id AS "deviceId", d.type, d.status, d.online, v.id AS "vehicleId", v.vin, m.name AS model, d.firmware, d.sim, d.activation, d.rssi,
  ${lastSeenSql} AS "lastSeenAt", d.interval_s AS "intervalSeconds", (SELECT offset_ms FROM device_clock c WHERE c.device_key = d.key ORDER BY boot DESC LIMIT 1) AS "offsetMs"`;
export const detailFrom = `${rowFrom} LEFT JOIN organization o ON o.id = v.organization_id`;
export const detailColumns = `${rowColumns}, d.version, d.registered_at AS "registeredAt", d.unregistered_at AS "unregisteredAt", o.id AS "organizationId", o.name AS "organizationName",
  v.matched_on::text AS "matchedOn",
  (SELECT count(*) FROM (SELECT boot FROM device_stream t WHERE t.device_key = d.key UNION SELECT boot FROM device_clock c WHERE c.device_key = d.key) AS heard)::int AS starts,
  (SELECT max(boot) FROM device_stream t WHERE t.device_key = d.key) AS boot, m.rollover, m.remote_control AS "remoteControl",
  d.config_wanted_at AS "configWantedAt", d.config_sent_at AS "configSentAt", d.config_sent AS "configSent"`;

export function toRow({ vehicleId, vin, model, lastSeenAt, offsetMs, ...row }: Row): DeviceRow {
  return {
    ...row,
    vehicle: vehicleId === null ? null : { id: vehicleId, vin: vin ?? '', model: model ?? '' },
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    skewMs: offsetMs === null ? null : skewOf(Number(offsetMs)),
  };
}

export function deviceConditions(filter: DeviceFilter, scope: Scope): Where {
  const where = new Where(scope, 'v.organization_id')
    .contains(filter.deviceId, 'd.id')
    .andIf(filter.status, (p) => `d.status = ANY(${p}::text[])`)
    .andIf(filter.type, (p) => `d.type = ANY(${p}::int[])`)
    .andIf(filter.firmware, (p) => `d.firmware = ANY(${p}::text[])`)
    .contains(filter.sim, 'd.sim')
    .contains(filter.activation, 'd.activation')
    .contains(filter.vin, 'v.vin')
    .andIf(filter.model, (p) => `m.name = ANY(${p}::text[])`)
    .andIf(filter.seenFrom, (p) => `z.at >= ${p}::timestamptz`)
    .andIf(filter.seenTo, (p) => `z.at <= ${p}::timestamptz`);
  if (filter.online !== undefined) where.and(filter.online ? 'd.online' : 'NOT d.online');
  if (filter.skewed === undefined) return where;
  // the words of a partial index
  const skewed = `(z.skew_ms > ${skewWarningMs} OR z.skew_ms < -${skewWarningMs})`;
  return where.and(filter.skewed ? skewed : `${skewed} IS NOT TRUE`);
}

/** Each order is that of an index, read from either end: what is missing comes last in the one and first in the other. */
const orders: Record<DeviceFilter['sort'], Record<DeviceFilter['order'], string>> = {
  deviceId: { asc: 'd.id', desc: 'd.id DESC' },
  status: { asc: 'd.status, d.id', desc: 'd.status DESC, d.id DESC' },
  firmware: { asc: 'd.firmware NULLS FIRST, d.id', desc: 'd.firmware DESC NULLS LAST, d.id DESC' },
  lastSeenAt: { asc: 'z.at NULLS FIRST, z.device_key', desc: 'z.at DESC NULLS LAST, z.device_key DESC' },
};
export const deviceOrder = ({ sort, order }: DeviceFilter): string => orders[sort][order];
export const sortedFrom = ({ sort }: DeviceFilter): string => (sort === 'lastSeenAt' ? seenFirst : deviceFrom);
