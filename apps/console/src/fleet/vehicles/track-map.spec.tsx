import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { waitFor } from '@testing-library/react';
import { Map as Leaflet } from 'leaflet';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page';
import { TrackMap } from './track-map';

afterEach(() => vi.restoreAllMocks());

const point = (minutes: number, lon: number): TrackPoint => ({
  ...{ ts: Date.UTC(2026, 10, 20, 5, minutes), lat: 35.8, lon, heading: 90, speed: 20, state: 'drive' },
  ...{ rpm: null, engineHours: null, fuelUsed: null },
});

it('shows the whole way as it opens, and does not fly to the newest point of it', async () => {
  // jsdom has no paths
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo = () => undefined;
      lineTo = () => undefined;
    },
  );
  const fitted = vi.spyOn(Leaflet.prototype, 'fitBounds');
  const flown = vi.spyOn(Leaflet.prototype, 'flyTo');
  const points = [point(0, 126.5), point(1, 126.9), point(2, 127.4)];
  renderPage(
    <TrackMap
      points={points}
      marks={[]}
      here={{ ...point(2, 127.4), gap: false }}
      vehicle={{ id: 7, vin: 'HDLT6A11NSK007', corrections: [] }}
      day="2026-11-20"
      moving
    />,
    { answers: [] },
  );
  await waitFor(() => expect(fitted).toHaveBeenCalledOnce());
  expect(fitted.mock.calls[0]?.[0]).toEqual(points.map((p) => [p.lat, p.lon]));
  expect(flown).not.toHaveBeenCalled();
});
