import { diagnosis, type DiagnosisFrame, type SessionView } from '@headland/contracts/diagnosis';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { serverNow } from '../../lib/clock';
import { call } from '../../lib/session/session';
import { LinkQuality } from './link-quality';
import { MeasuredRows } from './measured-rows';
import type { Session } from './use-session';

/** What is kept in the page of a recording that runs; all of it is with the server. */
export const keptMs = 2 * 3_600_000;
/** After every row on any clock: asked so, a recording answers with its clock alone. */
export const afterAll = 8_640_000_000_000_000;
/** Messages that one answer carries at the most. */
const mostParts = 5_000;

export interface LiveRecording {
  rows: MeasuredRows;
  quality: LinkQuality;
}

/** The recording that runs, as its rows come; what the page has missed (another tab, a lost link) is read from the server. */
export function useLiveRecording(session: Session): LiveRecording | null {
  const cache = useQueryClient();
  const watching: SessionView['watching'] = session.view?.watching ?? null;
  const { hear, missed } = session;
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
    const stop = hear((frame: DiagnosisFrame) => {
      const part = frame.rows;
      if (part?.recordingId !== id) return;
      rows.offsetMs = frame.offsetMs;
      const before = rows.add(part);
      if (before !== null) reader.read(before);
      quality.heard({
        sampledAt: part.t0 + (part.rows.length - 1) * part.period + frame.offsetMs,
        receivedAt: frame.at,
        shownAt: Date.now(),
        dropped: rows.dropped,
      });
      // somebody or something has marked a moment
      if (frame.changed) void cache.invalidateQueries({ queryKey: [diagnosis.recording.path] });
    });
    const still = rows.onChange(() => quality.lost(rows.dropped));
    return () => {
      left = true;
      stop();
      still();
    };
  }, [recording, id, hear, missed, cache]);

  return recording;
}

/** Reads what is missing, one read at a time: of all that was asked for meanwhile, the earliest on. */
class Reader {
  private busy = false;
  private from = Infinity;

  constructor(
    private readonly recordingId: number,
    private readonly rows: MeasuredRows,
    private readonly left: () => boolean,
  ) {}

  /** After a moment of the device clock; null: all that the page keeps. */
  read(after: number | null): void {
    this.from = Math.min(this.from, after ?? 0);
    if (!this.busy) void this.run();
  }

  private async run(): Promise<void> {
    this.busy = true;
    try {
      while (this.from < Infinity && !this.left()) {
        const after = this.from;
        this.from = Infinity;
        await (after === 0
          ? readKept(this.recordingId, this.rows, this.left)
          : readAfter(this.recordingId, this.rows, after, this.left));
      }
    } catch {
      // what could not be read stays a gap; the next gap tries again
    } finally {
      this.busy = false;
    }
  }
}

async function readKept(recordingId: number, rows: MeasuredRows, left: () => boolean): Promise<void> {
  const { offsetMs } = await call(diagnosis.recording, { params: { recordingId }, query: { after: afterAll } });
  rows.offsetMs = offsetMs;
  await readAfter(recordingId, rows, Math.max(0, Math.round(serverNow() - offsetMs - keptMs)), left);
}

/** All rows of a recording that lie after a moment of the device clock, page by page. */
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
    if (parts.length < mostParts || last === undefined) return;
    from = last.t0;
  }
}
