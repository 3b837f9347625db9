import { expect, it } from 'vitest';
import { coordinatesText, navigationLink } from './place-link';

const place = { lat: 36.123456, lon: -0.1 };
const template = 'https://maps.test/?to={lat},{lon}&name={lat}';

it('writes coordinates as other programs read them', () => expect(coordinatesText(place)).toBe('36.12346, -0.10000'));

it.each([
  [template, false, 'https://maps.test/?to=36.12346,-0.10000&name=36.12346'],
  [template, true, 'geo:36.12346,-0.10000?q=36.12346,-0.10000'],
  [null, true, 'geo:36.12346,-0.10000?q=36.12346,-0.10000'],
  [null, false, null],
])('with %s, on a phone: %s, a place is opened at %s', (given, isPhone, link) =>
  expect(navigationLink(place, given, isPhone)).toBe(link),
);
