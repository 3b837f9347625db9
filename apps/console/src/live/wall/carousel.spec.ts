import { describe, expect, it } from 'vitest';
import { carouselOf } from './carousel';
import { placeNameOf } from './place-name';

const korea = [
  [35.8, 127.1, 486],
  [35.6, 126.9, 400],
  [37.3, 127.0, 214],
  [36.5, 128.7, 187],
  [35.2, 128.6, 224],
  [37.8, 128.9, 61],
  [34.8, 126.5, 402],
].map(([lat = 0, lon = 0, count = 0]) => ({ lat, lon, count }));

describe('the tour of an idle wall', () => {
  it('begins with the country of the busiest spot, then its five busiest regions', () => {
    const [home, ...regions] = carouselOf(korea);
    expect(home?.zoom).toBe(7);
    expect(home?.lat).toBeGreaterThan(34.8);
    expect(home?.lat).toBeLessThan(37);
    expect(regions.map((r) => r.lat)).toEqual([35.8, 34.8, 35.2, 37.3, 36.5]);
  });
  it('treats two adjacent spots as one region', () => {
    expect(carouselOf(korea).filter((s) => s.lat === 35.6)).toEqual([]);
  });
  it('shows a country abroad even if it is less busy than five regions at home', () => {
    const stops = carouselOf([...korea, { lat: 33.7, lon: -84.4, count: 3 }]);
    expect(stops.length).toBe(6);
    expect(stops.at(-1)).toMatchObject({ lat: 33.7, lon: -84.4 });
    expect(stops[0]?.lon).toBeGreaterThan(126);
  });
  it('stays where it is without any vehicle', () => expect(carouselOf([])).toEqual([]));
});

describe('the town in a place name', () => {
  it.each([
    ['전북 정읍시 신태인읍', '정읍시'],
    ['전북 진안군 정천면 2.1 km 북동', '진안군'],
    ['서울 강남구', '강남구'],
    ['제주', '제주'],
    ['경기 화성 동탄', '화성'],
    ['일리노이주 Le Roy 북서쪽 10 km', 'Le Roy'],
  ])('%s is %s', (ko, town) => expect(placeNameOf({ ko })).toBe(town));
  it('is nothing without a place', () => expect(placeNameOf(null)).toBe(''));
});
