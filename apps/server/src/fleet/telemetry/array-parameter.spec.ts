import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { bools, float4s, float8s, int4s, int8s, texts, times } from './array-parameter';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const now = Date.UTC(2026, 4, 20, 1, 2, 3, 456);
it.each([
  ['int4', int4s([1, null, -2_147_483_648, 2_147_483_647]), '{1,NULL,-2147483648,2147483647}'],
  [
    'int8',
    int8s([0, -1, now, null, Number.MAX_SAFE_INTEGER, -(2 ** 40)]),
    `{0,-1,${now},NULL,9007199254740991,-1099511627776}`,
  ],
  ['float4', float4s([0.5, undefined, -12.25]), '{0.5,NULL,-12.25}'],
  ['float8', float8s([36.123456789, null, 0]), '{36.123456789,NULL,0}'],
  ['bool', bools([true, false, null]), '{t,f,NULL}'],
  ['timestamptz', times([now, 0, null]), '{"2026-05-20 01:02:03.456+00","1970-01-01 00:00:00+00",NULL}'],
  ['text', texts(['work', null, '', '경운 {",\\']), '{work,NULL,"","경운 {\\",\\\\"}'],
  ['int4', int4s([]), '{}'],
])('%s[] arrives as it was meant (%#)', async (type, parameter, text) => {
  expect(await fresh.dataSource.query(`SELECT $1::${type}[]::text AS text`, [parameter])).toEqual([{ text }]);
});
