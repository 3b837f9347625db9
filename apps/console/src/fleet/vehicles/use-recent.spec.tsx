import { vehicles } from '@headland/contracts/vehicle';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveState } from '../../lib/live/client';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { useRecent } from './use-recent';

afterEach(() => vi.useRealTimers());

function Recent() {
  const { isPending } = useRecent(7);
  return <p>{isPending ? 'reading' : 'read'}</p>;
}
const show = async () => {
  let reads = 0;
  const page = renderPage(<Recent />, {
    answers: [
      answer(vehicles.recent, () => {
        reads++;
        return {};
      }),
    ],
  });
  await screen.findByText('read');
  return { ...page, reads: () => reads };
};

it('is read again by a tab that comes to the front after half a minute, and not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { reads } = await show();
  const toFront = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  vi.setSystemTime(Date.now() + 20_000);
  await toFront();
  expect(reads()).toBe(1);
  vi.setSystemTime(Date.now() + 20_000);
  await toFront();
  await waitFor(() => expect(reads()).toBe(2));
});

it('is read again when the stream comes back', async () => {
  const { live, reads } = await show();
  const become = (state: LiveState) =>
    act(async () => {
      live.client.getStatus = () => ({ state, lastAt: Date.now(), newestAgeMs: 0 });
      for (const ear of live.client.onStatus) ear();
    });
  await become('live');
  expect(reads()).toBe(1);
  await become('reconnecting');
  await become('live');
  await waitFor(() => expect(reads()).toBe(2));
  // the next beat
  await become('live');
  expect(reads()).toBe(2);
});
