import type { Answer } from '@headland/contracts/endpoint';
import { sosAlerts, type SosRow, type SosSummary } from '@headland/contracts/sos';
import { compareSos } from '@headland/domain/sos';
import { type QueryFunctionContext, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLiveEvents, useLiveState } from '../lib/live/live';
import { ringing } from '../lib/live/on-event';
import { call, query } from '../lib/session/session';

/** The most urgent first: roll-over, collision, button; then whoever has waited longest. A call that arrived late rings no bell. */
export function mostUrgent<C extends Pick<SosRow, 'type' | 'raisedAt' | 'status' | 'late' | 'id'>>(
  calls: readonly C[],
): C[] {
  return calls.filter((c) => c.status === 'raised' && !c.late).sort(compareSos);
}

/** What the stream has said of a call, and when by this page's own clock. */
export interface Heard {
  call: SosSummary;
  at: number;
}
/**
 * A reading with what was said since it was asked for. It can arrive after an event and lack it: a call acknowledged meanwhile would ring once
 * more, one raised meanwhile would fall silent. A reading asked for after an event contains it, and the event is then of no more use.
 */
export function afterHeard(rows: readonly SosRow[], heard: ReadonlyMap<number, Heard>, askedAt: number): SosRow[] {
  const since = [...heard.values()].filter((h) => h.at >= askedAt);
  const newest = (row: SosRow): SosRow => {
    const said = since.find((h) => h.call.id === row.id)?.call;
    return said && said.version > row.version ? { ...row, ...said } : row;
  };
  const unknown = since
    .filter((h) => !rows.some((row) => row.id === h.call.id))
    .map((h): SosRow => ({ ...h.call, customer: null }));
  return [...rows.map(newest), ...unknown];
}

/**
 * The calls that nobody has acknowledged. Events put them in and take them out at once; while the stream is lost the list is asked for every
 * five seconds, so that a call is heard even then.
 */
export function useRaisedSos(enabled: boolean): { calls: SosRow[]; loaded: boolean; unreachable: boolean } {
  const { state } = useLiveState();
  const { data, isError } = useQuery({
    queryKey: query(sosAlerts.list, ringing).queryKey as QueryKey,
    queryFn: readCalls,
    enabled,
    refetchInterval: state === 'live' ? 60_000 : 5_000,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
  const askedAt = data?.askedAt ?? 0;
  const [heard, setHeard] = useState<ReadonlyMap<number, Heard>>(new Map());
  useLiveEvents((event) => {
    if (!('sos' in event.payload)) return;
    const { sos } = event.payload;
    setHeard((old) =>
      new Map([...old].filter(([, h]) => h.at >= askedAt)).set(sos.id, { call: sos, at: performance.now() }),
    );
  });
  const calls = useMemo(() => mostUrgent(data ? afterHeard(data.rows, heard, askedAt) : []), [data, heard, askedAt]);
  return { calls, loaded: data !== undefined, unreachable: isError };
}

const newestMs = 10_000;
/** When many come at once, each that is named stays long enough to be read and acknowledged. */
const namedMs = 3_000;

/** The call that came last, for ten seconds, so that it does not go under in a number beside an older one; those of the first reading are not new. */
export function useNewestSos(calls: readonly SosRow[], loaded: boolean): SosRow | undefined {
  const known = useRef<ReadonlySet<number> | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [named, setNamed] = useState<{ id: number; at: number } | null>(null);
  useEffect(() => {
    if (!loaded) return;
    const { current: before } = known;
    const ids = calls.map(({ id }) => id);
    known.current = new Set([...(before ?? []), ...ids]);
    const fresh = before === null ? [] : ids.filter((id) => !before.has(id));
    if (fresh.length > 0) setLast(Math.max(...fresh));
  }, [calls, loaded]);
  useEffect(() => {
    if (last === null) return;
    const wait =
      named === null ? 0 : named.id === last ? newestMs : Math.max(0, named.at + namedMs - performance.now());
    const timer = setTimeout(() => {
      if (named?.id !== last) return setNamed({ id: last, at: performance.now() });
      setLast(null);
      setNamed(null);
    }, wait);
    return () => clearTimeout(timer);
  }, [last, named]);
  return calls.find(({ id }) => id === named?.id);
}

async function readCalls({
  signal,
}: QueryFunctionContext): Promise<Answer<typeof sosAlerts.list> & { askedAt: number }> {
  const askedAt = performance.now();
  return { ...(await call(sosAlerts.list, ringing, signal)), askedAt };
}
