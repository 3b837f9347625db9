import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMultirange, type Ranges } from '@headland/domain/received-ranges';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { arrayOf, int4s, recordsOf, times, type BinaryWriter } from './binary-writer';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const now = Date.UTC(2026, 4, 20, 1, 2, 3, 456);
const write =
  <T>(put: (writer: BinaryWriter, value: T) => void) =>
  (writer: BinaryWriter, value: T | null): void =>
    value === null ? writer.null() : put(writer, value);
const long = '경'.repeat(5_000);
const texts = (list: readonly string[]): Buffer => arrayOf('text', list, (w, value) => w.text(value));

describe('arrays of PostgreSQL', () => {
  it.each([
    ['int4', int4s([1, -2_147_483_648, 2_147_483_647]), '{1,-2147483648,2147483647}'],
    ['int4', arrayOf('int4', [1, null], (w, value) => w.int4(value)), '{1,NULL}'],
    [
      'int8',
      arrayOf(
        'int8',
        [0, -1, now, null, Number.MAX_SAFE_INTEGER, -(2 ** 40)],
        write((w, value) => w.int8(value)),
      ),
      `{0,-1,${now},NULL,9007199254740991,-1099511627776}`,
    ],
    ['float4', arrayOf('float4', [0.5, NaN, -12.25], (w, value) => w.float4(value)), '{0.5,NULL,-12.25}'],
    ['float8', arrayOf('float8', [36.123456789, NaN, 0], (w, value) => w.float8(value)), '{36.123456789,NULL,0}'],
    ['bool', arrayOf('bool', [true, false, null], (w, value) => w.bool(value)), '{t,f,NULL}'],
    ['timestamptz', times([now, 0]), '{"2026-05-20 01:02:03.456+00","1970-01-01 00:00:00+00"}'],
    ['text', texts(['work', '', '경운 {",\\']), '{work,"","경운 {\\",\\\\"}'],
    ['text', arrayOf('text', [null, undefined], (w, value) => w.text(value)), '{NULL,NULL}'],
    ['text', texts([long, 'after']), `{${long},after}`],
    ['int4', int4s([]), '{}'],
  ])('%s[] arrives as it was meant (%#)', async (type, parameter, text) => {
    expect(await fresh.dataSource.query(`SELECT $1::${type}[]::text AS text`, [parameter])).toEqual([{ text }]);
  });
});

describe('records of PostgreSQL', () => {
  it('arrive as they were meant, longer ones than expected, and none at all', async () => {
    await fresh.dataSource.query('CREATE TYPE told AS (n int, at timestamptz, text text, received int4multirange)');
    const [type] = await fresh.dataSource.query<{ oid: number }[]>(
      "SELECT 'told'::regtype::oid::bigint::float8 AS oid",
    );
    const received: Ranges = [
      [1, 3],
      [5, 5],
      [2 ** 31 - 2, 2 ** 31 - 1],
    ];
    const records = (list: readonly (string | null)[]): Buffer =>
      recordsOf(type?.oid ?? 0, ['int4', 'timestamptz', 'text', 'int4multirange'], 20, list, (w, text, field) => {
        if (field === 0) w.int4(text === null ? null : text.length);
        else if (field === 1) w.time(now);
        else if (field === 2) w.text(text);
        else w.int4multirange(text === null ? [] : received);
      });
    const told = (list: readonly (string | null)[]): Promise<unknown> =>
      fresh.dataSource.query(
        'SELECT n, round(extract(epoch FROM at) * 1000)::float8 AS at, text, received::text FROM unnest($1::told[]) AS t',
        [records(list)],
      );
    expect(await told([])).toEqual([]);
    expect(await told([long, null, 'work'])).toEqual(
      [long, null, 'work'].map((text) => ({
        n: text?.length ?? null,
        at: now,
        text,
        received: text === null ? '{}' : toMultirange(received),
      })),
    );
  });
});
