import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import type { SosRow } from '@headland/contracts/sos';
import { wall, type WallPicture } from '@headland/contracts/wall';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TokenHolder } from '../../lib/call';
import { type Live, LiveContext } from '../../lib/live/live';
import { answer, fakeFetch } from '../../testing/fake-back-end';
import { fakeLive } from '../../testing/fake-live';
import { anSos } from '../../testing/subjects';
import { usePicture } from './use-picture';

const picture: WallPicture = {
  head: 10,
  at: '2026-11-20T05:00:00.000Z',
  name: 'Control room',
  organization: 'Head office',
  settings: null,
  areas: [],
  faultsOverdue: 0,
  consumables: null,
  sos: [],
  faults: [],
  sosOpen: 0,
  faultsOpen: { critical: 0, major: 0, minor: 0 },
  vehicles: 9,
  online: 8,
  engineOn: 7,
  acceptedToday: 0,
  completedToday: 0,
  medianAcknowledgeSeconds: null,
};
const holder: TokenHolder = {
  access: () => 'a',
  refresh: () => null,
  took: () => undefined,
  renew: () => Promise.resolve(),
  ended: () => undefined,
  language: () => 'en',
};
const event = (number: number, name: EventName, sos: SosRow) =>
  ({ number, at: '2026-11-20T05:01:00.000Z', name, by: null, payload: { sos } }) as LoggedEvent;

let live: Live;
/** pending reads: the test resolves each */
let asked: ((is: WallPicture) => void)[];
beforeEach(() => {
  live = fakeLive();
  asked = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(fakeFetch([answer(wall.picture, () => new Promise<WallPicture>((done) => asked.push(done)))])),
  );
});

function show() {
  const cache = new QueryClient();
  const { result } = renderHook(() => usePicture(holder), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={cache}>
        <LiveContext value={live}>{children}</LiveContext>
      </QueryClientProvider>
    ),
  });
  const comes = (e: LoggedEvent) =>
    act(() => {
      for (const ear of live.client.onEvent) ear(e);
    });
  const invalidate = () => act(() => void cache.invalidateQueries());
  const answered = async (is: WallPicture) => {
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    asked.pop()?.(is);
    await waitFor(() =>
      expect(cache.getQueryCache().findAll()[0]?.state).toMatchObject({ data: is, fetchStatus: 'idle' }),
    );
  };
  const shown = () => result.current?.sos.map((c) => c.id);
  return { comes, reread: invalidate, answered, shown };
}

describe('an SOS that is raised while a reading is under way', () => {
  it('stays when the reading comes and does not know it', async () => {
    const { comes, reread: invalidate, answered, shown } = show();
    await answered(picture);
    invalidate();
    comes(event(11, 'sos.raised', anSos(1)));
    await answered({ ...picture, at: '2026-11-20T05:00:30.000Z' });
    expect(shown()).toEqual([1]);
  });
  it('is there even when it came before the first reading', async () => {
    const { comes, answered, shown } = show();
    comes(event(11, 'sos.raised', anSos(1)));
    await answered(picture);
    expect(shown()).toEqual([1]);
  });
  it('goes when a later reading no longer has it', async () => {
    const { comes, reread: invalidate, answered, shown } = show();
    await answered(picture);
    comes(event(11, 'sos.raised', anSos(1)));
    invalidate();
    await answered({ ...picture, head: 12 });
    expect(shown()).toEqual([]);
  });
});
