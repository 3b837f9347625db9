import { distanceKm } from '@headland/domain/geo';
import { innermost, insideOrNear, type Municipality } from './korea-borders';
import { canadianProvinces, knownInKorean, koreanProvinces, metropolitan, usStates } from './place-names';
import { romanizePlace } from './romanize';
import type { WorldPlace } from './world-places';

type Row = [en: string, lat: number, lon: number, zoom: number, ko?: string];
type Named = { name: string; lat: number; lon: number };
export type Area = {
  country: string;
  ko: string;
  en: string;
  seatOf?: { ko: string; en: string };
  labelsOnly?: true;
  places: Row[];
};
export type PlacesFile = { licence: string; areas: Area[] };

const licence =
  'Places outside Korea and part of the positions in Korea: GeoNames (geonames.org), CC BY 4.0, changed: selected, shortened, rounded. See places.LICENSE.md.';

/** Puts the gazetteer together; throws with everything that is wrong, e.g. a town outside its county. */
export function makePlaces(
  koreaText: Record<string, string>,
  borders: Municipality[],
  gazetteer: Named[],
  world: WorldPlace[],
): PlacesFile {
  const problems: string[] = [];
  const korea = koreanAreas(koreaText, borders, gazetteer, problems);
  if (problems.length > 0) throw new Error(`places refused:\n${problems.join('\n')}`);
  return { licence, areas: [...korea, ...americanAreas(world), ...otherCities(world)] };
}

const round = (degrees: number): number => Math.round(degrees * 1000) / 1000;

function koreanAreas(
  text: Record<string, string>,
  borders: Municipality[],
  gazetteer: Named[],
  problems: string[],
): Area[] {
  const areas: Area[] = [
    {
      country: 'KR',
      ko: '',
      en: '',
      labelsOnly: true,
      places: metropolitan.map(([ko, lat, lon, zoom]) => [koreanProvinces[ko] ?? ko, lat, lon, zoom, ko]),
    },
  ];
  for (const [province, en] of Object.entries(koreanProvinces)) {
    const own = borders.filter((b) => b.province === province);
    const lines = readLines(text[province] ?? '');
    const written = new Set(lines.map((l) => l.name));
    problems.push(
      ...[...new Set(own.map((b) => b.name))]
        .filter((name) => !written.has(name) && !name.endsWith('구'))
        .map((name) => `${province} ${name}: not in the table`),
    );
    const cities: Row[] = [];
    for (const line of lines) {
      const parts = own.filter((b) => b.name === line.name);
      if (parts.length === 0) problems.push(`${province} ${line.name}: no borders`);
      const isIn = (p: { lat: number; lon: number }) => parts.some((b) => insideOrNear(b.rings, p.lat, p.lon));
      const check = (name: string, p: { lat: number; lon: number }) =>
        isIn(p) || problems.push(`${province} ${line.name} ${name} ${p.lat},${p.lon}: outside its borders`);
      if (line.place) {
        check('', line.place);
        cities.push([
          romanizePlace(line.name),
          line.place.lat,
          line.place.lon,
          bigCities.has(line.name) ? 7 : 8,
          line.name,
        ]);
      }
      const towns = line.towns.map(({ name, lat, lon }): Row => {
        const better = gazetteer.find((g) => sameName(g.name, name) && distanceKm(g, { lat, lon }) < 6 && isIn(g));
        const place = better ?? { lat, lon };
        check(name, place);
        return [romanizePlace(name), round(place.lat), round(place.lon), name.endsWith('읍') ? 10 : 12, name];
      });
      const municipality = romanizePlace(line.name);
      const isCounty = !line.place;
      const ko = province === '세종' ? province : `${province} ${line.name}`;
      if (isCounty && towns[0]) towns[0][3] = 9;
      if (towns.length > 0)
        areas.push({
          country: 'KR',
          ko,
          en: isMetropolitan(province) ? `${municipality}, ${en}` : municipality,
          ...(isCounty ? { seatOf: { ko: line.name, en: municipality } } : {}),
          places: towns,
        });
      const wards = parts.filter((b) => b.district).map((b) => ward(b.district ?? '', b));
      if (wards.length > 0) areas.push({ country: 'KR', ko, en: municipality, places: wards });
    }
    const wards = own.filter((b) => b.name.endsWith('구')).map((b) => ward(b.name, b));
    // Sejong is province and city in one
    if (province === '세종') areas.push({ country: 'KR', ko: '', en: '', places: cities });
    else if (cities.length + wards.length > 0)
      areas.push({ country: 'KR', ko: province, en, places: [...cities, ...wards] });
  }
  return areas;
}

const bigCities = new Set([
  '수원시',
  '성남시',
  '고양시',
  '용인시',
  '창원시',
  '청주시',
  '전주시',
  '천안시',
  '포항시',
  '춘천시',
  '원주시',
  '강릉시',
  '제주시',
  '목포시',
  '여수시',
  '순천시',
  '진주시',
  '안동시',
  '세종시',
  '평택시',
  '군산시',
  '구미시',
  '서귀포시',
]);
const isMetropolitan = (province: string): boolean =>
  ['서울', '부산', '대구', '인천', '광주', '대전', '울산'].includes(province);
const ward = (name: string, { rings }: Municipality): Row => {
  const { lat, lon } = innermost(rings);
  return [romanizePlace(name), round(lat), round(lon), 11, name];
};

/** GeoNames writes Jumunjin or Jumunjin-eup, sometimes after McCune–Reischauer, which is left out */
const sameName = (latin: string, korean: string): boolean =>
  latin
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(eup|myeon)$/, '') === romanizePlace(korean).toLowerCase().replace(/-.*$/, '');

type Line = {
  name: string;
  place: { lat: number; lon: number } | null;
  towns: { name: string; lat: number; lon: number }[];
};
function readLines(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [head = '', tail = ''] = line.split(':');
      const [name = '', at] = head.trim().split(' ');
      const towns = tail
        .split(';')
        .map((t) => t.trim())
        .filter(Boolean)
        .map((t) => {
          const [town = '', pair = ''] = t.split(' ');
          return { name: town, ...position(pair) };
        });
      return { name, place: at ? position(at) : null, towns };
    });
}
function position(pair: string): { lat: number; lon: number } {
  const [lat, lon] = pair.split(',').map(Number);
  if (lat === undefined || lon === undefined || !Number.isFinite(lat) || !Number.isFinite(lon))
    throw new Error(`not a position: ${pair}`);
  return { lat, lon };
}

/** The United States and Canada: every place of 1,000 people and more. */
function americanAreas(world: WorldPlace[]): Area[] {
  const areas = new Map<string, Area>();
  for (const p of world) {
    const area =
      p.country === 'US' && usStates[p.admin]
        ? { ko: usStates[p.admin] ?? '', en: p.admin }
        : p.country === 'CA'
          ? canadianProvinces[p.admin]
          : undefined;
    // boroughs and quarters would hide the city's name
    if (!area || p.featureCode === 'PPLX' || p.population < 1000) continue;
    const key = `${p.country} ${p.admin}`;
    if (!areas.has(key)) areas.set(key, { country: p.country, ...area, places: [] });
    areas.get(key)?.places.push(row(p, zoomOf(p.population)));
  }
  return [...areas.values()]
    .map((a) => ({ ...a, places: a.places.sort(byName) }))
    .sort((a, b) => (a.country + a.en).localeCompare(b.country + b.en));
}

/** The rest of the world: cities of 150,000, around Korea of 50,000. */
function otherCities(world: WorldPlace[]): Area[] {
  const [ko, en] = ['ko', 'en'].map((language) => new Intl.DisplayNames([language], { type: 'region' }));
  const areas = new Map<string, Area>();
  for (const p of world) {
    const enough = p.country === 'KP' || p.country === 'JP' ? 50_000 : 150_000;
    if (['KR', 'US', 'CA'].includes(p.country) || p.population < enough || p.featureCode === 'PPLX') continue;
    if (!areas.has(p.country))
      areas.set(p.country, {
        country: p.country,
        ko: ko?.of(p.country) ?? p.country,
        en: en?.of(p.country) ?? p.country,
        places: [],
      });
    areas.get(p.country)?.places.push(row(p, p.featureCode === 'PPLC' ? 4 : zoomOf(p.population) + 1));
  }
  return [...areas.values()]
    .map((a) => ({ ...a, places: a.places.sort(byName) }))
    .sort((a, b) => a.country.localeCompare(b.country));
}

const byName = (a: Row, b: Row): number => a[0].localeCompare(b[0], 'en') || a[1] - b[1];
const row = (p: WorldPlace, zoom: number): Row => {
  const korean = p.population > 50_000 ? knownInKorean[`${p.country} ${p.name}`] : undefined;
  const plain: [string, number, number, number] = [p.name, round(p.lat), round(p.lon), zoom];
  return korean ? [...plain, korean] : plain;
};
const zoomOf = (people: number): number =>
  people >= 2_000_000
    ? 3
    : people >= 900_000
      ? 4
      : people >= 400_000
        ? 5
        : people >= 180_000
          ? 6
          : people >= 90_000
            ? 7
            : people >= 45_000
              ? 8
              : people >= 15_000
                ? 9
                : people >= 5_000
                  ? 10
                  : 11;
