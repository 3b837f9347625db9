interface Place {
  lat: number;
  lon: number;
}
/** Five decimals are a metre. */
const degrees = (value: number): string => value.toFixed(5);

export const coordinatesText = ({ lat, lon }: Place): string => `${degrees(lat)}, ${degrees(lon)}`;

/** Where a place is opened: on a phone in the app that it has for places, else at the address that the installation names; null: nowhere. */
export function navigationLink({ lat, lon }: Place, template: string | null, isPhone: boolean): string | null {
  const [y, x] = [degrees(lat), degrees(lon)];
  if (isPhone) return `geo:${y},${x}?q=${y},${x}`;
  return template?.replaceAll('{lat}', y).replaceAll('{lon}', x) ?? null;
}
