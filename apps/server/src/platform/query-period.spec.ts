import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datePairs, dateUnit } from '@headland/contracts/date-pair';
import type { Endpoint, Envelope } from '@headland/contracts/endpoint';
import { exportLists, exports as exporting } from '@headland/contracts/export';
import { mayCall } from '@headland/domain/access';
import { AppModule } from '../app.module';
import { startServer, type TestServer } from '../testing/server';
import { makeAccount, makeOrganizations } from '../testing/world';
import { endpoints } from './endpoints';
import { ExportRegistry } from './exports/export-registry';

/**
 * Every list with a pair of dates, and what binds it: `range` (start not after end) binds all of them, `period` lists of what happened over time besides. A list
 * that is not entered here fails. `open`: a filter with which it shows what is open only, which no date cuts.
 */
const decided: Record<
  string,
  { rule: 'range' | 'period'; open?: Record<string, unknown>; asked?: Record<string, unknown> }
> = {
  'GET /api/faults': { rule: 'period', open: { tab: 'queue' }, asked: { tab: 'all' } },
  'GET /api/sos': { rule: 'period', open: { tab: 'queue' }, asked: { tab: 'closed' } },
  'GET /api/owner-transfers': {
    rule: 'period',
    open: { status: ['requested', 'accepted'] },
    asked: { status: ['approved'] },
  },
  'GET /api/vehicles/:id/history': { rule: 'period' },
  'GET /api/diagnosis/vehicles/:id/history': { rule: 'period' },
  'GET /api/diagnosis/vehicles/:id/history/file': { rule: 'period' },
  'GET /api/after-service/vehicles/:id/jobs': { rule: 'period' },
  'GET /api/after-service/vehicles/:id/writes': { rule: 'period' },
  'GET /api/reprogram/vehicles/:id/runs': { rule: 'period' },
  'GET /api/administration/access': { rule: 'period' },
  'GET /api/administration/changes': { rule: 'period' },
  'GET /api/administration/events': { rule: 'period', open: { number: 1 } },
  'GET /api/administration/quarantine': { rule: 'period' },
  'GET /api/administration/quarantine/counts': { rule: 'period' },
  'GET /api/drive-data': { rule: 'period' },
  'GET /api/drive-data/totals': { rule: 'period' },
  'GET /api/drive-data/:id/days': { rule: 'period' },
  'GET /api/drive-data/:id/trips': { rule: 'period' },
  'GET /api/operation-data/activity': { rule: 'period' },
  'GET /api/operation-data/models': { rule: 'period' },
  'GET /api/operation-data/customers': { rule: 'period' },
  'GET /api/operation-data/faults': { rule: 'period' },
  'GET /api/operation-data/fault-codes': { rule: 'period' },
  'GET /api/operation-data/sos': { rule: 'period' },
  'GET /api/operation-data/sos-regions': { rule: 'period' },
  'GET /api/operation-data/repairs': { rule: 'period' },
  'GET /api/operation-data/repair-agencies': { rule: 'period' },
  'GET /api/operation-data/:subject/:id/course': { rule: 'period' },
  'GET /api/gpt-chats': { rule: 'period' },
  'GET /api/gpt-banners': { rule: 'range' },
  'GET /api/notices': { rule: 'range' },
  'GET /api/posts': { rule: 'range' },
  'GET /api/sales': { rule: 'range' },
  'GET /api/production': { rule: 'range' },
  'GET /api/vehicles': { rule: 'range' },
  'GET /api/devices': { rule: 'range' },
  'GET /api/customers': { rule: 'range' },
  'GET /api/consumables': { rule: 'range' },
};

/** Names of the fields of a filter that are dates. */
const datesOf = ({ query }: Endpoint): string[] =>
  Object.entries(query?.shape ?? {}).flatMap(([name, field]) => (dateUnit(field as never) === null ? [] : [name]));
/** One date is a moment since when; two are a pair. */
const dated = endpoints.filter((e) => datesOf(e).length > 1);
const nameOf = (e: Endpoint): string => `${e.method} ${e.path}`;
const cases = dated.flatMap((e) => datePairs(e.query).map((pair) => [`${nameOf(e)} ${pair.from}`, e, pair] as const));

it('every list with dates names its pairs, and what binds it is decided', () => {
  expect(dated.map(nameOf).toSorted()).toEqual(Object.keys(decided).toSorted());
  for (const e of dated) {
    const pairs = datePairs(e.query);
    expect([nameOf(e), pairs.flatMap((p) => [p.from, p.to]).toSorted()]).toEqual([nameOf(e), datesOf(e).toSorted()]);
    expect([nameOf(e), new Set(pairs.map((p) => p.rule))]).toEqual([nameOf(e), new Set([decided[nameOf(e)]?.rule])]);
  }
});

describe('through the door', () => {
  let server: TestServer;
  let headOffice: string;
  let service: string;
  /** The head office does not read statistics. */
  const tokenFor = ({ allow }: Endpoint): string =>
    mayCall({ groupType: 'HEAD_OFFICE', role: 'ADMIN' }, allow) ? headOffice : service;

  beforeAll(async () => {
    server = await startServer([AppModule]);
    const at = await makeOrganizations(server.database);
    headOffice = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
    service = await server.login(await makeAccount(server.database, 'SERVICE_BUSINESS', 'ADMIN', at.headOffice));
  });
  afterAll(() => server.stop());

  const daysAgo = (days: number, unit: 'day' | 'time'): string => {
    const at = new Date(Date.now() - days * 86_400_000).toISOString();
    return unit === 'day' ? at.slice(0, 10) : at;
  };
  const refusal = async (response: Response): Promise<unknown> => {
    if (response.headers.get('content-type')?.startsWith('text/csv')) return null;
    const { error } = (await response.json()) as Envelope;
    return error === null || error.code === 'NOT_FOUND'
      ? null
      : { code: error.code, values: error.values ?? {}, fields: error.fields ?? {} };
  };
  const tooLong = { code: 'PERIOD_TOO_LONG', values: { maxDay: 31 }, fields: {} };

  it.each(cases)('%s', async (_, e, pair) => {
    const { rule, open, asked = {} } = decided[nameOf(e)] ?? { rule: 'range' };
    const ask = async (from: string | undefined, to: string | undefined, more: Record<string, unknown>) =>
      refusal(
        await server.send(
          e,
          {
            params: { id: 1, subject: 'models' },
            query: { ...more, ...(from && { [pair.from]: from }), ...(to && { [pair.to]: to }) },
          },
          tokenFor(e),
        ),
      );
    const ago = (days: number) => daysAgo(days, pair.unit);
    expect(await ask(ago(1), ago(2), asked)).toEqual({
      code: 'E0001',
      values: {},
      fields: { [pair.from]: 'field.range' },
    });
    expect(await ask(ago(30), undefined, asked)).toBeNull();
    expect(await ask(ago(130), ago(100), asked)).toBeNull();
    expect(await ask(undefined, ago(100), asked)).toBeNull();
    expect(await ask(ago(31), undefined, asked)).toEqual(rule === 'period' ? tooLong : null);
    expect(await ask(ago(131), ago(100), asked)).toEqual(rule === 'period' ? tooLong : null);
    if (open !== undefined) expect(await ask(ago(300), undefined, open)).toBeNull();
  });

  it('a workbook is bound as its list is', async () => {
    const registry = server.app.get(ExportRegistry);
    for (const list of exportLists) {
      const e = registry.find(list)?.endpoint;
      if (e === undefined) throw new Error(`${list} is not exported`);
      for (const pair of datePairs(e.query)) {
        const { rule, asked = {} } = decided[nameOf(e)] ?? { rule: 'range' };
        const ask = async (from: string, to: string) =>
          refusal(
            await server.send(
              exporting.create,
              {
                body: {
                  list,
                  columns: [],
                  purpose: 'a test',
                  filter: {
                    ...asked,
                    ...(e.params ? { id: '1', subject: 'models' } : {}),
                    [pair.from]: from,
                    [pair.to]: to,
                  },
                },
              },
              tokenFor(e),
            ),
          );
        const ago = (days: number) => daysAgo(days, pair.unit);
        expect([list, await ask(ago(1), ago(2))]).toEqual([
          list,
          { code: 'E0001', values: {}, fields: { [pair.from]: 'field.range' } },
        ]);
        expect([list, await ask(ago(131), ago(100))]).toEqual([list, rule === 'period' ? tooLong : null]);
      }
    }
  });
});
