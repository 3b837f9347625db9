import type { ServiceRow } from '@headland/contracts/diagnosis';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLook, useVehicleNews } from '../live/live';

/** What came within this time is shown at once: a page of rows is drawn four times a second at most. */
const batchMs = 250;

/** The shown rows with connection, engine, battery and faults as the stream has them. Who holds one is an event of the log (`live/on-event.ts`). */
export function useLiveService(rows: readonly ServiceRow[]): ServiceRow[] {
  const [news, setNews] = useState<ReadonlyMap<number, VehicleNow>>(new Map());
  const waiting = useRef(new Map<number, VehicleNow>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const shown = useMemo(() => new Set(rows.map((r) => r.id)), [rows]);
  useLook({ vehicles: [...shown] });
  useVehicleNews((now) => {
    if (!shown.has(now.id)) return;
    waiting.current.set(now.id, now);
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
  return useMemo(() => rows.map((row) => withNow(row, news.get(row.id))), [rows, news]);
}

export function withNow(row: ServiceRow, now: VehicleNow | undefined): ServiceRow {
  if (now === undefined) return row;
  return { ...row, online: now.online, engine: now.engine ?? row.engine, battery: now.values.battery ?? row.battery, openFaults: now.openFaults };
}
