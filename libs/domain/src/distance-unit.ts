/**
 * Distances are kept in km; a customer reads them in the unit of the roads of the own country. Source: Unicode CLDR,
 * supplemental/units.xml, `unitPreferences category="length" usage="road"`: miles in US and GB, kilometres elsewhere.
 * A country is known by its calling code. +1 is also Canada's, which cannot be distinguished from the United States by it; the
 * product is sold under +1 in the United States.
 */
const mileCountries: ReadonlyMap<string, string> = new Map([
  ['1', 'US'],
  ['44', 'GB'],
]);

export type DistanceUnit = 'km' | 'mile';
export const distanceUnit = (callingCode: string): DistanceUnit => (mileCountries.has(callingCode) ? 'mile' : 'km');

/** The international mile (1959) has 1.609344 km. */
const kmPerMile = 1.609_344;
export const inDistanceUnit = (km: number, unit: DistanceUnit): number => (unit === 'mile' ? km / kmPerMile : km);
export const toKm = (distance: number, unit: DistanceUnit): number =>
  unit === 'mile' ? distance * kmPerMile : distance;
