import { z } from 'zod';

/** Whether an address has {z}, {x} and {y}, and no placeholder that a console does not fill in. */
const isTileAddress = (url: string): boolean =>
  /^https?:\/\/[^/{}]+\//u.test(url) &&
  ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
  !/[{}]/u.test(url.replaceAll(/\{[zxyr]\}/gu, ''));

/** The address of raster tiles. Its host is written out, since the content policy of the console names it. */
export const TileAddress = z
  .string()
  .refine(isTileAddress, 'must be http(s)://host/… with {z}, {x} and {y}, and with {r} at most beside them');
