import { vehicles } from '@headland/contracts/vehicle';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { vehicleNow } from '../../testing/vehicles';
import { useTrack } from './use-track';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 5, 0, seconds)).toISOString();
const point = (seconds: number) => ({
  ...{ ts: Date.parse(at(seconds)), lat: 35, lon: 127, heading: 0, speed: 5, state: 'drive' as const },
  ...{ rpm: null, engineHours: null, fuelUsed: null },
});
function Track({ isToday }: { isToday: boolean }) {
  const { points } = useTrack(7, '2026-11-20', isToday);
  return <p>{points.map((p) => (p.ts - Date.parse(at(0))) / 1000).join(' ')}</p>;
}
const show = (isToday: boolean) =>
  renderPage(<Track isToday={isToday} />, {
    answers: [answer(vehicles.track, () => ({ points: [point(0), point(10)], marks: [], trips: [] }))],
  });

it('of today subscribes its vehicle, and grows by the positions that come', async () => {
  const { live } = show(true);
  await screen.findByText('0 10');
  expect(live.subscriptions.merged().vehicles).toEqual([7]);
  const push = (ts: string, positionTs: string) =>
    act(() => {
      for (const ear of live.client.onVehicle) ear(vehicleNow(7, { lat: 35, lon: 127, ts, positionTs }));
    });
  push(at(10), at(10));
  push(at(20), at(20));
  expect(screen.getByText('0 10 20')).toBeTruthy();
  // without GPS the values go on
  push(at(30), at(20));
  push(at(40), at(40));
  expect(screen.getByText('0 10 20 40')).toBeTruthy();
});

it('of another day subscribes nothing', async () => {
  const { live } = show(false);
  await screen.findByText('0 10');
  expect(live.subscriptions.merged().vehicles).toEqual([]);
});
