import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLook, useVehicleNews } from '../live/live';

/** What came within this time is shown at once: a page of rows is drawn four times a second at most. */
const batchMs = 250;
interface News {
  now: VehicleNow;
  at: number;
}

/** The shown rows with what the stream says of them since they were read. `readAt`: when that was (ms of this browser). */
export function useLiveRows(rows: readonly VehicleRow[], readAt: number): VehicleRow[] {
  const [news, setNews] = useState<ReadonlyMap<number, News>>(new Map());
  const waiting = useRef(new Map<number, News>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useMemo(() => new Set(rows.map((r) => r.id)), [rows]);
  useLook({ vehicles: [...shown] });
  useVehicleNews((now) => {
    if (!shown.has(now.id)) return;
    waiting.current.set(now.id, { now, at: Date.now() });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const fresh = waiting.current;
      waiting.current = new Map();
      setNews((old) => new Map([...[...old].filter(([id]) => shown.has(id)), ...fresh]));
    }, batchMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useMemo(
    () =>
      rows.map((row) => {
        const said = news.get(row.id);
        return said && (said.at >= readAt || later(said.now.lastSeenAt, row.lastSeenAt)) ? withNow(row, said.now) : row;
      }),
    [rows, news, readAt],
  );
}

/** A row with the newest of its vehicle. What the newest does not say (a sensor that was left out) stays as it was. */
export function withNow(row: VehicleRow, now: VehicleNow): VehicleRow {
  const { values } = now;
  return {
    ...row,
    state: now.state,
    online: now.online,
    heading: values.heading ?? row.heading,
    speed: values.speed ?? row.speed,
    engine: now.engine ?? row.engine,
    work: now.engine === 'off' ? null : (now.work ?? row.work),
    odometer: values.odometer ?? row.odometer,
    engineHours: values.engineHours ?? row.engineHours,
    fuelUsed: values.fuelUsed ?? row.fuelUsed,
    startedAt: now.startedAt ?? row.startedAt,
    lat: now.lat ?? row.lat,
    lon: now.lon ?? row.lon,
    place: now.place ?? row.place,
    openFaults: now.openFaults,
    openSos: now.openSos,
    worstFault: now.openFaults === 0 ? null : row.worstFault,
    lastSeenAt: now.lastSeenAt ?? row.lastSeenAt,
  };
}

const later = (a: string | null, b: string | null): boolean => a !== null && (b === null || Date.parse(a) > Date.parse(b));
