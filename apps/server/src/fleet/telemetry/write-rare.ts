import type pg from 'pg';
import { eventRow } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import type { TelemetryBatch } from './telemetry-batch';
import { setFormerRunsAside, writeClocks, writeEngineRuns, writeStatuses } from './telemetry-batch.sql';

// What few batches have: each in its own statement, in the transaction of the batch.

/** The states that the batch is going to write, in the order of their vehicles: what follows takes some of them in several statements. */
export async function lockStates(client: pg.PoolClient, batch: TelemetryBatch): Promise<void> {
  await client.query(
    'SELECT FROM vehicle_state WHERE vehicle_id = ANY($1::int[]) ORDER BY vehicle_id FOR NO KEY UPDATE',
    [statesOf(batch)],
  );
}

/** Vehicles whose states the batch may change. */
export function statesOf(batch: TelemetryBatch): number[] {
  const vehicles = new Set<number | null>([
    ...batch.vehicleIds(),
    ...batch.engines.map((e) => e.vehicleId),
    ...Array.from(batch.statuses.values(), (s) => s.device.vehicleId),
  ]);
  return [...vehicles].filter((id) => id !== null);
}

/** A state takes greater numbers alone: it begins again where its device numbers its messages anew. */
export async function restartStates(client: pg.PoolClient, { numberedAnew }: TelemetryBatch): Promise<void> {
  if (numberedAnew.size === 0) return;
  const list = [...numberedAnew];
  await client.query(
    `UPDATE vehicle_state s SET boot = n.boot, seq = 0 FROM unnest($1::int[], $2::int[], $3::int[]) AS n(vehicle_id, device_key, boot)
     WHERE s.vehicle_id = n.vehicle_id AND s.device_key = n.device_key AND s.boot >= n.boot`,
    [list.map(([id]) => id), list.map(([, n]) => n.deviceKey), list.map(([, n]) => n.boot)],
  );
}

/** Clock offsets that the batch has moved. */
export async function writeMovedClocks(client: pg.PoolClient, batch: TelemetryBatch): Promise<void> {
  const clocks = batch.clockParameters();
  if (clocks !== null) await client.query(writeClocks(1), clocks);
}

/** Key on and off; answers the events of what is news. */
export async function writeEngines(client: pg.PoolClient, batch: TelemetryBatch): Promise<object[]> {
  const list = batch.engines;
  if (list.length === 0) return [];
  await client.query(setFormerRunsAside, [
    list.map((e) => e.device.key),
    list.map((e) => e.message.boot),
    list.map((e) => e.message.seq),
    list.map((e) => e.message.ts),
  ]);
  const { rows } = await client.query<{ vehicleId: number; key: boolean }>(writeEngineRuns, [
    list.map((e) => e.device.key),
    list.map((e) => e.vehicleId),
    list.map((e) => e.ts),
    list.map((e) => e.message.ts),
    list.map((e) => e.receivedAt),
    list.map((e) => e.message.boot),
    list.map((e) => e.message.seq),
    list.map((e) => e.message.on),
    list.map((e) => e.message.lat ?? null),
    list.map((e) => e.message.lon ?? null),
    list.map((e) => e.message.engineHours ?? null),
    // what belongs to a vehicle that the device has left is history
    list.map((e) => e.vehicleId === e.device.vehicleId),
  ]);
  const devices = new Map(list.map((e) => [e.device.vehicleId, e.device]));
  return rows.flatMap(({ vehicleId, key }) => {
    const device = devices.get(vehicleId);
    return device
      ? [
          eventRow(
            system,
            key ? 'engine.started' : 'engine.stopped',
            { vehicleId, deviceId: device.id },
            { organizationId: device.organizationId, vehicleId },
          ),
        ]
      : [];
  });
}

/** Devices that came and went; answers the events of what is news. */
export async function writeConnections(client: pg.PoolClient, batch: TelemetryBatch): Promise<object[]> {
  const list = [...batch.statuses.values()];
  if (list.length === 0) return [];
  const { rows } = await client.query<{ id: string; online: boolean }>(writeStatuses, [
    list.map((s) => s.device.id),
    list.map((s) => s.message.online),
    list.map((s) => s.message.firmware ?? null),
    list.map((s) => s.message.sim ?? null),
    list.map((s) => s.message.rssi ?? null),
    list.map((s) => s.receivedAt),
    // what the broker has kept is of a time that nobody knows
    list.map((s) => (s.message.key === undefined || s.kept ? null : s.message.key === 'on')),
    list.map((s) => s.kept),
    list.map((s) => s.boot),
  ]);
  return rows.flatMap(({ id, online }) => {
    const device = batch.statuses.get(id)?.device;
    return device
      ? [
          eventRow(
            system,
            online ? 'device.connected' : 'device.disconnected',
            { vehicleId: device.vehicleId, deviceId: id },
            { organizationId: device.organizationId, vehicleId: device.vehicleId },
          ),
        ]
      : [];
  });
}
