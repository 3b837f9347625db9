import { diagnosis, type DiagnosisFrame, type SessionView } from '@headland/contracts/diagnosis';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Problem } from '../../lib/call';
import { serverNow } from '../../lib/clock';
import { call } from '../../lib/session/session';
import { LinkQuality } from './link-quality';
import { MeasuredRows } from './measured-rows';
import type { Session } from './use-session';

/** Kept in the page for a running recording; the server has all of it. */
export const keptMs = 2 * 3_600_000;
/** After every row on any clock: the response then only has the recording's clock. */
export const afterAll = 8_640_000_000_000_000;
/** A read that failed is tried again after this long. */
export const retryMs = 5_000;
/** Maximum messages of one response. */
const maxParts = 5_000;

export interface LiveRecording {
  rows: MeasuredRows;
  quality: LinkQuality;
}

/** The running recording with its live rows; rows missed by the page (another tab, a lost connection) are fetched. */
export function useLiveRecording(session: Session): LiveRecording | null {
  const cache = useQueryClient();
  const watching: SessionView['watching'] = session.view?.watching ?? null;
  const { subscribe, missed } = session;
  const id = watching?.recordingId ?? null;
  const items = watching?.items.join(' ') ?? '';
  const period = watching?.period ?? 1000;
  const recording = useMemo(
    () =>
      id === null ? null : { rows: new MeasuredRows(items.split(' '), period, keptMs), quality: new LinkQuality() },
    [id, items, period],
  );

  useEffect(() => {
    if (recording === null || id === null) return;
    const { rows, quality } = recording;
    let left = false;
    const reader = new Reader(id, rows, () => left);
    reader.read(rows.lastMs());
    const stop = subscribe((frame: DiagnosisFrame) => {
      const part = frame.rows;
      if (part?.recordingId !== id) return;
      rows.offsetMs = frame.offsetMs;
      const before = rows.add(part);
      if (before !== null) reader.read(before);
      quality.add({
        sampledAt: part.t0 + (part.rows.length - 1) * part.period + frame.offsetMs,
        receivedAt: frame.at,
        shownAt: Date.now(),
        dropped: rows.dropped,
      });
      // somebody or something has set a mark
      if (frame.changed) void cache.invalidateQueries({ queryKey: [diagnosis.recording.path] });
    });
    const still = rows.onChange(() => quality.lost(rows.dropped));
    return () => {
      left = true;
      reader.stop();
      stop();
      still();
    };
  }, [recording, id, subscribe, missed, cache]);

  return recording;
}

/** Fetches missing rows, one request at a time, from the earliest pending position on. */
class Reader {
  private busy = false;
  private from = Infinity;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly recordingId: number,
    private readonly rows: MeasuredRows,
    private readonly left: () => boolean,
  ) {}

  /** After a time of the device clock; null: everything kept in the page. */
  read(after: number | null): void {
    this.from = Math.min(this.from, after ?? 0);
    if (!this.busy) void this.run();
  }

  stop(): void {
    clearTimeout(this.again);
  }

  private async run(): Promise<void> {
    clearTimeout(this.again);
    this.busy = true;
    let after = Infinity;
    try {
      while (this.from < Infinity && !this.left()) {
        after = this.from;
        this.from = Infinity;
        await (after === 0
          ? fetchRows(this.recordingId, this.rows, this.left)
          : readAfter(this.recordingId, this.rows, after, this.left));
      }
    } catch (error) {
      // what the server has refused it refuses again; what did not get through is still missing, and no later gap may ask for it
      const isRefused = error instanceof Problem && error.status > 0 && error.status < 500;
      if (isRefused || this.left()) return;
      this.from = Math.min(this.from, after);
      this.again = setTimeout(() => void this.run(), retryMs);
    } finally {
      this.busy = false;
    }
  }
}

async function fetchRows(recordingId: number, rows: MeasuredRows, left: () => boolean): Promise<void> {
  const { offsetMs } = await call(diagnosis.recording, { params: { recordingId }, query: { after: afterAll } });
  rows.offsetMs = offsetMs;
  await readAfter(recordingId, rows, Math.max(0, Math.round(serverNow() - offsetMs - keptMs)), left);
}

/** All rows of a recording after a time of the device clock, page by page. */
export async function readAfter(
  recordingId: number,
  rows: MeasuredRows,
  after: number,
  left: () => boolean,
): Promise<void> {
  for (let from = after; !left();) {
    const { parts, offsetMs } = await call(diagnosis.recording, { params: { recordingId }, query: { after: from } });
    rows.offsetMs = offsetMs;
    if (parts.length > 0) rows.fill(parts);
    const last = parts.at(-1);
    if (parts.length < maxParts || last === undefined) return;
    from = last.t0;
  }
}
