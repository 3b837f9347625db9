import type { KnownPlace } from '@headland/domain/places';
import { describe, expect, it } from 'vitest';
import { loadPlaceLabels, placeLabels } from './place-labels';

const place = (name: string, lat: number, lon: number, labelFromZoom: number): KnownPlace => ({
  lat,
  lon,
  country: 'KR',
  labelFromZoom,
  label: { ko: name, en: name },
  full: { ko: name, en: name },
  near: true,
});
const korea = [124, 33, 132, 39] as [number, number, number, number];

describe('placeLabels', () => {
  it('shows a place from its zoom on, within the bounds', () => {
    const labels = placeLabels([place('Town', 36, 127, 9)]);
    expect(labels(8, korea, 'en')).toEqual([]);
    expect(labels(9, korea, 'en').map((l) => l.text.en)).toEqual(['Town']);
    expect(labels(9, [128, 33, 132, 39], 'en')).toEqual([]);
  });
  it('shows a place in each copy of the world that is in sight', () => {
    const labels = placeLabels([place('Fiji', -18, 178, 2), place('Samoa', -14, -172, 2)]);
    const lons = (west: number, east: number) => labels(4, [west, -60, east, 60], 'en').map((l) => l.lon);
    expect(lons(-180, 180)).toEqual([178, -172]);
    expect(lons(150, 210)).toEqual([178, 188]);
    expect(lons(-200, -150)).toEqual([-182, -172]);
    expect(lons(-200, 200)).toEqual([-182, 178, -172, 188]);
  });
  it('gives the larger place the room where two would overlap', () => {
    const labels = placeLabels([place('Village', 36, 127.01, 8), place('City', 36, 127, 5)]);
    expect(labels(8, korea, 'en').map((l) => l.text.en)).toEqual(['City']);
    expect(labels(14, korea, 'en').map((l) => l.text.en)).toEqual(['City', 'Village']);
  });
  it('needs more room for Hangul than for Latin letters', () => {
    const row = Array.from({ length: 12 }, (_, i) => place('이름이길다', 36, 127 + i * 0.09, 5));
    const labels = placeLabels(row);
    expect(labels(9, korea, 'ko').length).toBeLessThan(labels(9, korea, 'en').length);
  });
  it('the shipped places: Seoul first, no two labels over one another, more of them at higher zooms', async () => {
    const labels = await loadPlaceLabels(18);
    const far = labels(6, korea, 'ko');
    expect(far[0]?.text.ko).toBe('서울');
    expect(labels(10, [126, 35, 128, 36.5], 'ko').length).toBeGreaterThan(labels(8, [126, 35, 128, 36.5], 'ko').length);
    for (const zoom of [5, 7, 9, 11]) {
      const seen = labels(zoom, korea, 'ko');
      const scale = (256 * 2 ** zoom) / 360;
      for (const [i, a] of seen.entries())
        for (const b of seen.slice(i + 1))
          expect(Math.abs(a.lon - b.lon) * scale > 12 || Math.abs(a.lat - b.lat) * scale > 16).toBe(true);
    }
  });
  it('names counties on a map of Jeonbuk', async () => {
    const names = (await loadPlaceLabels(18))(9, [126.3, 35.3, 127.3, 36.1], 'ko').map((l) => l.text.ko);
    expect(names).toEqual(expect.arrayContaining(['정읍시', '고창군', '부안군', '김제시']));
  });
  it('holds at the poles and beyond the edge of a web map', () => {
    expect(
      placeLabels([place('Pole', 90, 0, 3), place('South', -90, 0, 3)])(4, [-180, -90, 180, 90], 'en'),
    ).toHaveLength(2);
  });
});
