import type { Answer } from '@headland/contracts/endpoint';
import { sosAlerts, type SosRow, type SosSummary } from '@headland/contracts/sos';
import { compareSos } from '@headland/domain/sos';
import { type QueryFunctionContext, type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addressOf } from '../lib/call';
import { keptAnswers } from '../lib/kept';
import { useLiveEvents, useLiveState } from '../lib/live/live';
import { mostRinging, ringing } from '../lib/live/ringing-query';
import { call, query } from '../lib/session/session';

/**
 * The most urgent first: roll-over, collision, button; then the longest waiting. An SOS that arrived late makes no
 * sound.
 */
export function mostUrgent<C extends Pick<SosRow, 'type' | 'raisedAt' | 'status' | 'late' | 'id'>>(
  alerts: readonly C[],
): C[] {
  return alerts.filter((c) => c.status === 'raised' && !c.late).sort(compareSos);
}

/** The stream's latest data of an SOS, and its arrival by this page's own clock. */
export interface SosUpdate {
  sos: SosSummary;
  at: number;
}
/**
 * Fetched data with later events applied. A response can arrive after an event and lack it: an SOS acknowledged
 * meanwhile would sound once more, one raised meanwhile would be silent. A response requested after an event contains
 * it, and the event is dropped; unless the response has not room for all: what ranks behind its `last` row stays until an
 * event ends it.
 */
export function applyUpdates(
  rows: readonly SosRow[],
  updates: ReadonlyMap<number, SosUpdate>,
  askedAt: number,
  last?: SosRow,
): SosRow[] {
  const isBehind = ({ sos }: SosUpdate): boolean =>
    last !== undefined && sos.status === 'raised' && compareSos(last, sos) < 0;
  const since = [...updates.values()].filter((h) => h.at >= askedAt || isBehind(h));
  const newest = (row: SosRow): SosRow => {
    const updated = since.find((h) => h.sos.id === row.id)?.sos;
    return updated && updated.version > row.version ? { ...row, ...updated } : row;
  };
  const unknown = since
    .filter((h) => !rows.some((row) => row.id === h.sos.id))
    .map((h): SosRow => ({ ...h.sos, customer: null }));
  return [...rows.map(newest), ...unknown];
}

interface RaisedSos {
  alerts: SosRow[];
  /** all of them: more than `alerts` where one answer has not the room */
  total: number;
  loaded: boolean;
  unreachable: boolean;
}
/**
 * The unacknowledged SOS. Events add and remove them at once, also before the first answer; while the stream is lost the
 * list is polled every five seconds, so that none is missed.
 */
export function useRaisedSos(enabled: boolean): RaisedSos {
  const { state } = useLiveState();
  const { data, isError } = useQuery({
    queryKey: query(sosAlerts.list, ringing).queryKey as QueryKey,
    queryFn: readRaised,
    enabled,
    refetchInterval: state === 'live' ? 60_000 : 5_000,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
  const askedAt = data?.askedAt ?? 0;
  const waiting = data?.page.total ?? 0;
  const cut = waiting > (data?.rows.length ?? 0);
  // what events have added since is behind it
  const last = cut ? data?.rows.slice(0, mostRinging).at(-1) : undefined;
  const [updates, setUpdates] = useState<ReadonlyMap<number, SosUpdate>>(new Map());
  useLiveEvents((event) => {
    if (!('sos' in event.payload)) return;
    const { sos } = event.payload;
    setUpdates((old) =>
      new Map([...old].filter(([, h]) => cut || h.at >= askedAt)).set(sos.id, { sos, at: performance.now() }),
    );
  });
  const alerts = useMemo(
    () => mostUrgent(enabled ? applyUpdates(data?.rows ?? [], updates, askedAt, last) : []),
    [enabled, data, updates, askedAt, last],
  );
  return {
    alerts,
    total: cut ? Math.max(waiting, alerts.length) : alerts.length,
    loaded: data !== undefined,
    unreachable: isError,
  };
}

const newestMs = 10_000;
/** With many at once, each named one stays long enough to be read and acknowledged. */
const namedMs = 3_000;

/**
 * The newest SOS, for ten seconds, so that it is not hidden in a count beside an older one; those of the first fetch
 * are not new.
 */
export function useNewestSos(alerts: readonly SosRow[], loaded: boolean): SosRow | undefined {
  const known = useRef<ReadonlySet<number> | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [named, setNamed] = useState<{ id: number; at: number } | null>(null);
  useEffect(() => {
    if (!loaded) return;
    const { current: before } = known;
    const ids = alerts.map(({ id }) => id);
    known.current = new Set([...(before ?? []), ...ids]);
    const fresh = before === null ? [] : ids.filter((id) => !before.has(id));
    if (fresh.length > 0) setLast(Math.max(...fresh));
  }, [alerts, loaded]);
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
  return alerts.find(({ id }) => id === named?.id);
}

type Raised = Answer<typeof sosAlerts.list> & { askedAt: number };

async function readRaised({ client, queryKey, signal }: QueryFunctionContext): Promise<Raised> {
  const askedAt = performance.now();
  const answer = await call(sosAlerts.list, ringing, signal);
  // one that the service worker has kept lacks all that came since the server answered last
  return keptAnswers().has(addressOf(sosAlerts.list, ringing))
    ? { ...answer, askedAt: client.getQueryData<Raised>(queryKey)?.askedAt ?? 0 }
    : { ...answer, askedAt };
}
