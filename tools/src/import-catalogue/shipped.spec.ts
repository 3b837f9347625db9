import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultRows } from './fault-rows';
import { koreaPlaces } from './korea-places';
import { makeFaultCatalogue } from './make-fault-catalogue';
import { makePlaces } from './make-places';
import type { Municipality } from './korea-borders';

const shipped = (name: string): string =>
  readFileSync(new URL(`../../../libs/domain/src/${name}`, import.meta.url), 'utf8');

describe('the shipped fault catalogue', () => {
  it('matches the table of rows', () => {
    expect(makeFaultCatalogue()).toEqual(JSON.parse(shipped('fault-catalogue.json')));
  });
  it('leaves no code between two rows out and gives none twice', () => {
    const codes = faultRows.flatMap((row) => row.signals.map((_, i) => row.from + i)).sort((a, b) => a - b);
    expect(codes).toEqual(Array.from({ length: 150 }, (_, i) => 297 + i));
  });
});

describe('makePlaces', () => {
  const square = (name: string, province: string, west: number, south: number): Municipality => {
    const ring = [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ];
    return {
      code: '00000',
      province,
      name,
      district: null,
      rings: [ring],
      shape: { type: 'Polygon', coordinates: [ring] },
    };
  };
  const jeongeup = square('정읍시', '전북', 126, 35);
  it('refuses a town outside its municipality, and names it', () => {
    expect(() => makePlaces({ 전북: '정읍시 35.5,126.5: 신태인읍 36.5,126.5' }, [jeongeup], [], [])).toThrow(
      '전북 정읍시 신태인읍 36.5,126.5: outside its borders',
    );
  });
  it('refuses a municipality that has no borders, and borders that have no line', () => {
    expect(() => makePlaces({ 전북: '정읍군 35.5,126.5' }, [jeongeup], [], [])).toThrow(
      /정읍시: not in the table[^]*정읍군: no borders/,
    );
  });
  it('uses the position of GeoNames for a town that it knows', () => {
    const { areas } = makePlaces(
      { 전북: '정읍시 35.5,126.5: 신태인읍 35.69,126.89' },
      [jeongeup],
      [{ name: 'Sintaein', lat: 35.6901, lon: 126.8877 }],
      [],
    );
    expect(areas.find((a) => a.ko === '전북 정읍시')?.places).toEqual([
      ['Sintaein-eup', 35.69, 126.888, 10, '신태인읍'],
    ]);
  });
  it('but not of one of the same name far away', () => {
    const { areas } = makePlaces(
      { 전북: '정읍시 35.5,126.5: 신태인읍 35.69,126.89' },
      [jeongeup],
      [{ name: 'Sintaein', lat: 35.2, lon: 126.2 }],
      [],
    );
    expect(areas.find((a) => a.ko === '전북 정읍시')?.places[0]?.[1]).toBe(35.69);
  });
  it('shipped the table as it is: every town of it is in the file', () => {
    const file = shipped('places.json');
    const towns = Object.values(koreaPlaces).flatMap((text) => text.match(/[가-힣]+[읍면](?= )/g) ?? []);
    expect(towns.length).toBeGreaterThan(1000);
    expect(towns.filter((town) => !file.includes(`"${town}"]`))).toEqual([]);
  });
});
