import { diagnosis, type DiagnosisFrame, type SessionView } from '@headland/contracts/diagnosis';
import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '../lib/clock';
import { call } from '../session/session';
import { MeasuredRows } from './measured-rows';
import type { Session } from './use-session';

/** What is kept in the page of a recording that runs; all of it is with the server. */
export const keptMs = 10 * 60_000;
/** After every row on any clock: asked so, a recording answers with its clock alone. */
export const afterAll = 8_640_000_000_000_000;
/** Messages that one answer carries at the most. */
const mostParts = 5_000;

export interface LiveRecording {
  rows: MeasuredRows;
  /** from the sensor to this page, beyond the quickest message so far; null: nothing has come yet */
  latencyMs: number | null;
}

/** The recording that runs, as its rows come; what the page has missed (another tab, a lost link) is read from the server. */
export function useLiveRecording(session: Session): LiveRecording | null {
  const watching: SessionView['watching'] = session.view?.watching ?? null;
  const { hear, missed } = session;
  const id = watching?.recordingId ?? null;
  const items = watching?.items.join(' ') ?? '';
  const period = watching?.period ?? 1000;
  const rows = useMemo(() => (id === null ? null : new MeasuredRows(items.split(' '), period, keptMs)), [id, items, period]);
  const [latency, setLatency] = useState<{ of: number; ms: number } | null>(null);

  useEffect(() => {
    if (rows === null || id === null) return;
    let quickest = Infinity;
    let reading: Promise<void> | null = null;
    let left = false;
    const read = (): void => {
      reading ??= readRecent(id, rows, () => left)
        // what could not be read stays a gap; the next gap tries again
        .catch(() => undefined)
        .finally(() => (reading = null));
    };
    read();
    const stop = hear((frame: DiagnosisFrame) => {
      quickest = Math.min(quickest, Date.now() - frame.at);
      const part = frame.rows;
      if (part?.recordingId !== id) return;
      rows.offsetMs = frame.offsetMs;
      if (rows.add(part)) read();
      const newestAt = part.t0 + (part.rows.length - 1) * part.period + frame.offsetMs;
      setLatency({ of: id, ms: Math.max(0, frame.at - newestAt + (Date.now() - frame.at - quickest)) });
    });
    return () => {
      left = true;
      stop();
    };
  }, [rows, id, hear, missed]);

  return rows === null ? null : { rows, latencyMs: latency?.of === id ? latency.ms : null };
}

async function readRecent(recordingId: number, rows: MeasuredRows, left: () => boolean): Promise<void> {
  const { offsetMs } = await call(diagnosis.recording, { params: { recordingId }, query: { after: afterAll } });
  rows.offsetMs = offsetMs;
  await readAfter(recordingId, rows, Math.max(0, Math.round(serverNow() - offsetMs - keptMs)), left);
}

/** All rows of a recording that lie after a moment of the device clock, page by page. */
export async function readAfter(recordingId: number, rows: MeasuredRows, after: number, left: () => boolean): Promise<void> {
  for (let from = after; !left();) {
    const { parts, offsetMs } = await call(diagnosis.recording, { params: { recordingId }, query: { after: from } });
    rows.offsetMs = offsetMs;
    if (parts.length > 0) rows.fill(parts);
    const last = parts.at(-1);
    if (parts.length < mostParts || last === undefined) return;
    from = last.t0;
  }
}
