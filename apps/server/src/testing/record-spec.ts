import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { Answer, Endpoint, Input, Page } from '@headland/contracts/endpoint';
import { type ExportList, exports as workbooks } from '@headland/contracts/export';
import type { RecordEndpoints, RecordEntity } from '../platform/records/record';
import { Refused, type TestServer } from './server';

interface RecordSpec<R extends RecordEndpoints> {
  server: () => TestServer;
  endpoints: R;
  remove?: Endpoint;
  /** its modules need the ExportsModule */
  workbook: ExportList;
  /** tokens of callers with all permissions on the record, with R only, and with none */
  callers: () => Record<'all' | 'reader' | 'none', string>;
  /** of a new record; names do not repeat */
  body: () => object;
  /** the form of a record as loaded, `version` included */
  form: (record: Answer<R['get']>) => object;
  /** another value of a field of the form, returned under the same name */
  change: Record<string, string | number>;
  /** filters that find the record, and that do not */
  filters: (record: Answer<R['get']>) => Record<'finds' | 'misses', Partial<Record<string, string>>[]>;
  /** the field that names a row, if it is not `name` */
  nameField?: string;
  /** what the list is sorted by, as a row shows it */
  sorts: Record<string, (row: Row<R>) => string | number | null>;
  /** a caller with a partial scope, and the body of a record outside it; without it every record is in every scope */
  part?: () => { caller: string; body: object };
}
type Row<R extends RecordEndpoints> = Answer<R['list']> extends { rows: (infer T)[] } ? T : never;

/**
 * The common behaviour of a record over HTTP: list, filters, order, scope, permissions, create, change, outdated
 * version, removal, history, workbook.
 */
export function recordSpec<R extends RecordEndpoints>(of: RecordSpec<R>): void {
  const { server, endpoints, filters } = of;
  type One = Answer<R['get']> & RecordEntity;
  const call = <E extends Endpoint>(e: E, input: object, token: string): Promise<Answer<E>> =>
    server().call(e, input as Input<E>, token);
  const status = async (e: Endpoint, input: object, token: string | null): Promise<number> =>
    (await server().send(e, input, token)).status;
  const refused = async (e: Endpoint, input: object, token: string): Promise<[number, string]> => {
    const no: unknown = await call(e, input, token).catch((error: unknown) => error);
    if (!(no instanceof Refused)) throw new Error(`${e.summary}: was not refused`);
    return [no.status, no.error.code];
  };
  const create = async (body = of.body(), token = of.callers().all): Promise<One> =>
    (await call(endpoints.create, { body }, token)) as One;
  const list = async (query: object, token = of.callers().all) =>
    (await call(endpoints.list, { query: { size: 100, ...query } }, token)) as {
      rows: (Row<R> & RecordEntity & { name: string })[];
      page: Page;
    };
  const listAll = async (query: object) => {
    const { rows, page } = await list(query);
    for (let number = 2; rows.length < page.total; number++)
      rows.push(...(await list({ ...query, page: number })).rows);
    return rows;
  };
  const one = (e: Endpoint, { id }: { id: number }, body?: object): [Endpoint, object] => [
    e,
    { params: { id }, ...(body ? { body } : {}) },
  ];
  const readsOf = (record: One): [Endpoint, object][] => [
    [endpoints.list, {}],
    one(endpoints.get, record),
    ...(endpoints.history ? [one(endpoints.history, record)] : []),
  ];
  const writesOf = (record: One): [Endpoint, object][] => [
    [endpoints.create, { body: of.body() }],
    one(endpoints.change, record, { ...of.form(record), ...of.change }),
    ...(of.remove ? [one(of.remove, record)] : []),
  ];

  describe('as every record', () => {
    it('is read with R and written with the letter for it', async () => {
      const record = await create();
      const { all, reader, none } = of.callers();
      for (const [e, input] of readsOf(record)) {
        expect(await status(e, input, reader), e.summary).toBe(200);
        expect(await status(e, input, none), e.summary).toBe(403);
        expect(await status(e, input, null), e.summary).toBe(401);
      }
      for (const [e, input] of writesOf(record)) {
        expect(await status(e, input, reader), e.summary).toBe(403);
        expect(await status(e, input, none), e.summary).toBe(403);
        expect(await status(e, input, null), e.summary).toBe(401);
      }
      expect(await call(endpoints.get, { params: { id: record.id } }, all)).toEqual(record);
    });

    it('is found by each filter, and missed by each that does not fit', async () => {
      const record = await create();
      const { finds, misses } = filters(record);
      const isFound = async (query: object): Promise<boolean> =>
        (await list(query)).rows.some(({ id }) => id === record.id);
      for (const query of finds) expect(await isFound(query), JSON.stringify(query)).toBe(true);
      for (const query of misses) expect(await isFound(query), JSON.stringify(query)).toBe(false);
    });

    it('is sorted by what the list offers, both ways', async () => {
      await create();
      await create();
      for (const [sort, valueOf] of Object.entries(of.sorts)) {
        const values = async (order: 'asc' | 'desc'): Promise<unknown[]> =>
          (await listAll({ sort, order })).map(valueOf).filter((value) => value !== null);
        expect(await values('desc'), sort).toEqual((await values('asc')).reverse());
      }
      expect(await refused(endpoints.list, { query: { sort: 'nothing' } }, of.callers().all)).toEqual([422, 'E0001']);
    });

    it('is changed from the version that was loaded, and not from an older one', async () => {
      const { all } = of.callers();
      const record = await create();
      const params = { id: record.id };
      const change = async (body: object): Promise<One> => (await call(endpoints.change, { params, body }, all)) as One;
      expect((await change(of.form(record))).version).toBe(record.version);
      const changed = await change({ ...of.form(record), ...of.change });
      expect(changed).toMatchObject({ ...of.change, version: record.version + 1 });
      const late = { params, body: of.form(record) };
      expect(await refused(endpoints.change, late, all)).toEqual([409, 'CHANGED_MEANWHILE']);
      expect(await call(endpoints.get, { params }, all)).toEqual(changed);
      if (endpoints.history === undefined) return;
      const steps = (await call(endpoints.history, { params }, all)) as {
        rows: { name: string; changes: unknown[] }[];
      };
      expect(steps.rows.map(({ name }) => name)).toEqual(['record.changed', 'record.created']);
      expect(steps.rows[0]?.changes).toHaveLength(Object.keys(of.change).length);
    });

    it('that there is not, or that was removed, is not found', async () => {
      const { all } = of.callers();
      const record = await create();
      const acts = [...readsOf(record).slice(1), ...writesOf(record).slice(1)];
      for (const [e, input] of acts)
        expect(await refused(e, { ...input, params: { id: 999_999 } }, all), e.summary).toEqual([404, 'NOT_FOUND']);
      if (of.remove === undefined) return;
      await call(of.remove, { params: { id: record.id } }, all);
      for (const [e, input] of acts) expect(await refused(e, input, all), e.summary).toEqual([404, 'NOT_FOUND']);
      for (const query of filters(record).finds)
        expect(
          (await list(query)).rows.some(({ id }) => id === record.id),
          JSON.stringify(query),
        ).toBe(false);
    });

    const { part } = of;
    it.each(part ? [part] : [])('out of scope is answered like unknown', async (outside) => {
      const { caller, body } = outside();
      const record = await create(body);
      for (const [e, input] of readsOf(record).slice(1))
        expect(await refused(e, input, caller), e.summary).toEqual([404, 'NOT_FOUND']);
      // 403 also for callers who may not write records in their scope
      for (const [e, input] of writesOf(record).slice(1))
        expect([403, 404], e.summary).toContain(await status(e, input, caller));
      for (const query of filters(record).finds)
        expect(
          (await list(query, caller)).rows.some(({ id }) => id === record.id),
          JSON.stringify(query),
        ).toBe(false);
    });

    it('is a row of the workbook of its list, for who may read it', async () => {
      const { all, none } = of.callers();
      const [filter] = filters(await create()).finds;
      const body = { list: of.workbook, filter, purpose: 'spec' };
      expect(await status(workbooks.create, { body }, none)).toBe(403);
      const { id } = await call(workbooks.create, { body }, all);
      const { bytes } = await call(workbooks.file, { params: { id } }, all);
      const [sheet] = (await readXlsx(new Uint8Array(bytes))).sheets;
      const { rows } = await list(filter ?? {});
      const cells = sheet?.rows.slice(1) ?? [];
      const names = rows.map((row) => (row as unknown as Record<string, string>)[of.nameField ?? 'name']);
      expect(names.length).toBeGreaterThan(0);
      expect(cells.map((row, i) => row.find((cell) => cell === names[i]))).toEqual(names);
      expect(names).not.toContain(undefined);
    });
  });
}
