import { describe, expect, it } from 'vitest';
import { bearing, compass, distanceKm } from './geo';
import { indexOf, knownPlaces, nearestIn, nearestPlace, parsePlaces } from './places';

const random = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
const near = knownPlaces.filter((p) => p.near);
/** the plain answer, to judge the tree by */
const scan = (lat: number, lon: number): { km: number; full: string } => {
  let best = { km: Infinity, full: '' };
  for (const p of near) {
    const km = distanceKm(p, { lat, lon });
    if (km < best.km) best = { km, full: p.full.en };
  }
  return best;
};

describe('nearestPlace', () => {
  it.each([
    // a rice field between Sintaein and Gimje, town centres, a ward, an island, the prairie
    [
      'field near Sintaein',
      35.717,
      126.922,
      /^전북 정읍시 감곡면( [가-힣]+쪽 [\d.]+ km)?$/,
      /^([\d.]+ km [NESW]+ of )?Gamgok-myeon, Jeongeup/,
    ],
    ['Sintaein-eup', 35.69, 126.888, /^전북 정읍시 신태인읍$/, /^Sintaein-eup, Jeongeup$/],
    ['Jeongeup city hall', 35.57, 126.856, /^전북 정읍시$/, /^Jeongeup, Jeonbuk$/],
    ['Gochang', 35.436, 126.702, /^전북 고창군 고창읍$/, /^Gochang-eup, Gochang-gun$/],
    ['Hyeonpung near Daegu', 35.696, 128.446, /^대구 달성군 현풍읍$/, /^Hyeonpung-eup, Dalseong-gun, Daegu$/],
    ['Sejong city hall', 36.48, 127.289, /^세종시$/, /^Sejong$/],
    ['Jochiwon', 36.6, 127.3, /^세종 조치원읍$/, /^Jochiwon-eup, Sejong$/],
    ['Jeju', 33.5, 126.53, /^제주 제주시$/, /^Jeju, Jeju$/],
    ['Baengnyeong', 37.96, 124.68, /^인천 옹진군 백령면$/, /^Baengnyeong-myeon, Ongjin-gun, Incheon$/],
    ['Wichita, Kansas', 37.692, -97.337, /^캔자스주 위치토$/, /^Wichita, KS$/],
    ['Sydney', -33.87, 151.207, /^오스트레일리아 시드니$/, /^Sydney, Australia$/],
  ])('%s', (_, lat, lon, ko, en) => {
    const found = nearestPlace(lat, lon);
    expect(found?.ko).toMatch(ko);
    expect(found?.en).toMatch(en);
  });
  it('adds distance and direction from 1.5 km on: one decimal under 10 km, whole kilometres above', () => {
    const town = near.find((p) => p.full.ko === '울릉군' || p.full.ko === '경북 울릉군 울릉읍');
    if (!town) throw new Error('Ulleung is missing');
    const east = (km: number) =>
      nearestPlace(town.lat, town.lon + km / (111.195 * Math.cos((town.lat * Math.PI) / 180)));
    expect(east(1.4)).toEqual(town.full);
    expect(east(4.2)).toEqual({ ko: '경북 울릉군 울릉읍 동쪽 4.2 km', en: '4.2 km E of Ulleung-eup, Ulleung-gun' });
    expect(east(40)).toEqual({ ko: '경북 울릉군 울릉읍 동쪽 40 km', en: '40 km E of Ulleung-eup, Ulleung-gun' });
  });
  it('agrees with a plain scan of all places, all over the earth and all over Korea', () => {
    const next = random(42);
    const where = Array.from({ length: 600 }, (_, i) =>
      i % 2 ? { lat: next() * 180 - 90, lon: next() * 360 - 180 } : { lat: 34 + next() * 4, lon: 126 + next() * 3.5 },
    );
    for (const { lat, lon } of where) {
      const truth = scan(lat, lon);
      const found = nearestPlace(lat, lon);
      if (truth.km > 300) expect(found).toBeNull();
      else expect(found?.en.endsWith(truth.full), `${lat}, ${lon}: ${found?.en} instead of ${truth.full}`).toBe(true);
    }
  });
  it('names the direction from the place to the vehicle, not back', () => {
    const next = random(3);
    for (let i = 0; i < 200; i += 1) {
      const where = { lat: 34.5 + next() * 3.5, lon: 126.6 + next() * 2.4 };
      const name = nearestPlace(where.lat, where.lon)?.en ?? '';
      const place = near
        .filter((p) => name === p.full.en || name.endsWith(` of ${p.full.en}`))
        .sort((a, b) => distanceKm(a, where) - distanceKm(b, where))[0];
      if (place && distanceKm(place, where) >= 1.5)
        expect(name, name).toContain(` km ${compass(bearing(place, where)).en} of `);
    }
  });
  it.each([
    ['mid-Pacific', -30, -130],
    ['north pole', 90, 0],
    ['south pole', -90, 0],
    ['south pole, another longitude', -90, 123],
    ['no latitude', NaN, 127],
    ['infinite', 37, Infinity],
    ['latitude off the earth', 91, 127],
  ])('is null for %s', (_, lat, lon) => {
    expect(nearestPlace(lat, lon)).toBeNull();
  });
  it('is the same at either end of the date line and a turn further', () => {
    expect(nearestPlace(52, 180)).toEqual(nearestPlace(52, -180));
    expect(nearestPlace(35.57, 126.856 + 360)).toEqual(nearestPlace(35.57, 126.856));
  });
  it('finds a place over the date line', () => {
    const fiji = indexOf(
      parsePlaces({
        licence: '',
        areas: [{ country: 'FJ', ko: '피지', en: 'Fiji', places: [['Taveuni', -16.8, -179.97, 9]] }],
      }),
    );
    expect(nearestIn(fiji, -16.8, 179.97)?.en).toBe('6.4 km W of Taveuni, Fiji');
  });
  it('reads a hundredth of the places at the most', () => {
    const index = indexOf(near);
    let looked = 0;
    const order = new Proxy(index.order, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looked += 1;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    const next = random(9);
    for (let i = 0; i < 300; i += 1) nearestIn({ ...index, order }, 33 + next() * 6, 125 + next() * 5);
    expect(looked).toBeGreaterThan(300);
    expect(looked / 300).toBeLessThan(near.length / 100);
  });
});

describe('the shipped places', () => {
  it('have every city and county of Korea, each with its province', () => {
    const korea = knownPlaces.filter((p) => p.country === 'KR');
    const municipalities = new Set(
      korea.map((p) => /^(?:([가-힣]{2}) )?([가-힣]+[시군])(?= |$)/.exec(p.full.ko)?.[0]).filter(Boolean),
    );
    // 75 cities with Jeju's two, Sejong, and 82 counties
    expect([...municipalities].filter((m) => m?.endsWith('군'))).toHaveLength(82);
    expect([...municipalities].filter((m) => m?.endsWith('시'))).toHaveLength(78);
  });
  it('have the wards of Seoul and over two hundred towns', () => {
    expect(knownPlaces.filter((p) => /^서울 [가-힣]+구$/.test(p.full.ko))).toHaveLength(25);
    expect(knownPlaces.filter((p) => p.country === 'KR' && p.full.ko.endsWith('읍')).length).toBeGreaterThan(200);
  });
  it('have Korean names in Hangul and Latin names without', () => {
    const korea = knownPlaces.filter((p) => p.country === 'KR');
    expect(korea.filter((p) => !/^[가-힣 ]+$/.test(p.full.ko)).map((p) => p.full.ko)).toEqual([]);
    expect(korea.filter((p) => !/^[A-Za-z, -]+$/.test(p.full.en)).map((p) => p.full.en)).toEqual([]);
  });
  it('have no municipality whose towns lie more than 60 km apart, but those that are that wide or have islands', () => {
    const towns = knownPlaces
      .filter((p) => p.country === 'KR' && / [가-힣]+[읍면]$/.test(p.full.ko))
      .map((p) => ({ ...p, municipality: p.full.ko.split(' ').slice(0, 2).join(' ') }));
    const wide = new Set(
      towns
        .filter((a) => towns.some((b) => a.municipality === b.municipality && distanceKm(a, b) > 60))
        .map((p) => p.municipality),
    );
    expect([...wide].sort()).toEqual([
      '강원 홍천군',
      '인천 옹진군',
      '전남 신안군',
      '전남 여수시',
      '제주 서귀포시',
      '제주 제주시',
    ]);
  });
  it('cover the United States from 1,000 people: over 15,000 places in 50 states and the capital', () => {
    const states = knownPlaces.filter((p) => p.country === 'US');
    expect(states.length).toBeGreaterThan(15_000);
    expect(new Set(states.map((p) => p.full.en.slice(-2))).size).toBe(51);
  });
  it('a map names a county by its own name at its seat', () => {
    expect(knownPlaces.find((p) => p.full.ko === '전북 고창군 고창읍')?.label).toEqual({
      ko: '고창군',
      en: 'Gochang-gun',
    });
  });
});

describe('parsePlaces refuses', () => {
  const area = { country: 'KR', ko: '전북', en: 'Jeonbuk', places: [['Jeongeup', 35.57, 126.86, 8, '정읍시']] };
  it.each([
    ['a latitude off the earth', { licence: '', areas: [{ ...area, places: [['X', 95, 1, 8]] }] }],
    ['a place without a position', { licence: '', areas: [{ ...area, places: [['X']] }] }],
    ['a country that is no code', { licence: '', areas: [{ ...area, country: 'Korea' }] }],
    ['an unknown field', { licence: '', areas: [{ ...area, colour: 1 }] }],
    ['a file without a licence', { areas: [area] }],
  ])('%s', (_, json) => {
    expect(() => parsePlaces(json)).toThrow();
  });
});
