import type { SosSummary } from '@headland/contracts/sos';
import { act, screen, waitFor } from '@testing-library/react';
import { Map as Leaflet } from 'leaflet';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page';
import { anSos } from '../../testing/subjects';
import { WallMap } from './wall-map';

let become: (alerts: SosSummary[]) => void;
function Display({ alerts: first }: { alerts: SosSummary[] }) {
  const [alerts, setAlerts] = useState(first);
  become = setAlerts;
  return <WallMap alerts={alerts} newest={null} plan="tour" />;
}
afterEach(() => vi.restoreAllMocks());

it('moves with the SOS that it shows, when a later press brings another position', async () => {
  const flown = vi.spyOn(Leaflet.prototype, 'flyTo');
  const at = () => flown.mock.lastCall?.[0];
  renderPage(<Display alerts={[anSos(1, { lat: 35, lon: 126 })]} />, { answers: [] });
  await screen.findByText('Button · Jeongeup');
  await waitFor(() => expect(at()).toEqual([35, 126]));
  const { length } = flown.mock.calls;
  await act(async () => become([anSos(1, { lat: 35, lon: 126, presses: 2, version: 2 })]));
  expect(flown.mock.calls).toHaveLength(length);
  await act(async () => become([anSos(1, { lat: 36.5, lon: 127.5, presses: 3, version: 3 })]));
  expect(at()).toEqual([36.5, 127.5]);
});

it('shows its area as it opens, and the whole fleet at the beginning of a tour', async () => {
  const fitted = vi.spyOn(Leaflet.prototype, 'fitBounds');
  const area = { organizationId: 4, name: 'Naju agency', south: 34, west: 126, north: 36, east: 128 };
  const { live, unmount } = renderPage(<WallMap alerts={[]} newest={null} plan={area} />, { answers: [] });
  await waitFor(() => expect(fitted).toHaveBeenCalled());
  expect(fitted.mock.lastCall?.[0]).toEqual([
    [34, 126],
    [36, 128],
  ]);
  await waitFor(() => expect(live.subscriptions.merged().map?.zoom).toBeGreaterThan(2));
  unmount();
  const tour = renderPage(<WallMap alerts={[]} newest={null} plan="tour" />, { answers: [] });
  await waitFor(() => expect(tour.live.subscriptions.merged().map).toMatchObject({ zoom: 2, west: -180, east: 180 }));
});
