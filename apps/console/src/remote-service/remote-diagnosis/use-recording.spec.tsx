import { diagnosis, type DiagnosisFrame } from '@headland/contracts/diagnosis';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aSession } from '../../testing/service';
import { afterAll, retryMs, useLiveRecording } from './use-recording';
import type { Session } from './use-session';

afterEach(() => vi.useRealTimers());

const items = ['engine.rpm'];
const began = Date.UTC(2026, 10, 20, 5);
const view = aSession({ watching: { recordingId: 7, items, period: 1000, since: new Date(began).toISOString() } });
const rows = (second: number, ...values: number[]) => ({
  ...{ t0: began + second * 1000, period: 1000, step: null, items },
  rows: values.map((v) => [v]),
});

let push: (frame: DiagnosisFrame) => void;
const session = {
  view,
  missed: 0,
  subscribe: (listener: (frame: DiagnosisFrame) => void) => {
    push = listener;
    return () => undefined;
  },
} as Pick<Session, 'view' | 'missed' | 'subscribe'> as Session;
function Recording() {
  const recording = useLiveRecording(session);
  const [missing, setMissing] = useState(0);
  useEffect(() => recording?.rows.onChange(() => setMissing(recording.rows.dropped)), [recording]);
  return <p>{missing} missing</p>;
}

it('closes a gap whose read has failed, without another gap', async () => {
  let fails = false;
  const reads: number[] = [];
  renderPage(<Recording />, {
    answers: [
      answer(diagnosis.recording, ({ query }) => {
        if (query.after !== afterAll) reads.push(query.after);
        if (fails) throw new Problem('UNAVAILABLE', {}, {}, undefined, 503);
        return { offsetMs: 0, parts: query.after === began ? [rows(1, 1410, 1420)] : [], marks: [] };
      }),
    ],
  });
  await waitFor(() => expect(reads).toHaveLength(1));
  const send = (part: ReturnType<typeof rows>) =>
    act(async () => push({ sessionId: view.id, at: began, offsetMs: 0, rows: { ...part, recordingId: 7 } }));
  await send(rows(0, 1400));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fails = true;
  await send(rows(3, 1430));
  await waitFor(() => expect(reads).toEqual([expect.any(Number), began]));
  expect(screen.getByText('2 missing')).toBeTruthy();
  fails = false;
  await send(rows(4, 1440));
  await act(() => vi.advanceTimersByTimeAsync(retryMs));
  await waitFor(() => expect(reads).toEqual([expect.any(Number), began, began]));
  expect(await screen.findByText('0 missing')).toBeTruthy();
});
