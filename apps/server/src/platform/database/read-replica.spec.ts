import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppModule } from '../../app.module';
import { SessionModule } from '../../people/session/session.module';
import { onCitus } from '../../testing/database';
import { startReplica, type TestReplica } from '../../testing/replica';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { checkReplica } from '../doctor/check-replica';
import { endpoints } from '../endpoints';
import { makeLog } from '../log';
import { replicaMetrics } from '../metrics';
import { Problem } from '../problem';
import { ReadReplica } from './read-replica';

/** A real streaming replica beside the primary of this run. One of a coordinator of Citus would have no telemetry. */
describe.skipIf(process.platform !== 'linux' || onCitus)(
  'reads from a replica (skipped where there is no /proc, and on Citus)',
  () => {
    let server: TestServer;
    let replica: TestReplica;
    beforeAll(async () => {
      server = await startServer([SessionModule]);
      replica = await startReplica();
      await commit('CREATE TABLE probe (n int); CREATE UNLOGGED TABLE unlogged_probe (n int)');
    });
    afterAll(async () => {
      await replica?.stop();
      await server?.stop();
    });

    /** As the product's databases commit: written before it is seen. The one of this run is careless. */
    const commit = (sql: string): Promise<unknown> =>
      server.database.transaction(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = local');
        await tx.query(sql);
      });
    /** As a process that has just started: it has not given up a replica yet. */
    const reads = async <T>(work: (replica: ReadReplica) => Promise<T>): Promise<T> => {
      const config = { ...server.config, DATABASE_READ_URL: replica.url(server.databaseUrl) };
      const fresh = new ReadReplica(server.database, config, makeLog('silent', ['api']));
      try {
        return await work(fresh);
      } finally {
        await fresh.onApplicationShutdown();
      }
    };
    const probe = (of: ReadReplica): Promise<{ standby: boolean; n: number }> =>
      of.read(async (database) => {
        const [row] = await database.query<[{ standby: boolean; n: number }]>(
          'SELECT pg_is_in_recovery() AS standby, (SELECT count(*)::int FROM probe) AS n',
        );
        return row;
      });
    const insert = (): Promise<unknown> => commit('INSERT INTO probe VALUES (1)');
    const total = async (): Promise<number> =>
      (await server.database.query<[{ n: number }]>('SELECT count(*)::int AS n FROM probe'))[0].n;

    it('come from the replica and are never older than their request, and an idle primary is no lag', () =>
      reads(async (of) => {
        for (let i = 0; i < 50; i++) {
          await insert();
          expect(await probe(of)).toEqual({ standby: true, n: await total() });
        }
        for (let i = 0; i < 3; i++) expect(await probe(of)).toMatchObject({ standby: true });
        const { tx, close } = await of.snapshot();
        expect(await tx.query('SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
        await close();
      }));

    it('come from the primary while the replica is behind, and from the replica again', async () => {
      await replica.pause();
      await insert();
      await reads(async (of) => {
        expect(await probe(of)).toEqual({ standby: false, n: await total() });
        // it is left alone for a while: nobody waits for it again
        await replica.resume();
        expect(await probe(of)).toMatchObject({ standby: false });
      });
      await reads(async (of) => expect(await probe(of)).toEqual({ standby: true, n: await total() }));
    });

    it('are done again on the primary where the replica cannot', () =>
      reads(async (of) => {
        const rows = await of.read((database) => database.query<object[]>('SELECT n FROM unlogged_probe'));
        expect(rows).toEqual([]);
      }));

    it('are looked at by the doctor', async () => {
      const levels = async (url: string): Promise<object> =>
        Object.fromEntries((await checkReplica({ DATABASE_READ_URL: url })).map(({ id, level }) => [id, level]));
      const url = replica.url(server.databaseUrl);
      expect(await levels(url)).toEqual({ 'replica.standby': 'ok', 'replica.feedback': 'warning' });
      expect(await levels(server.databaseUrl)).toMatchObject({ 'replica.standby': 'warning' });
      expect(await levels('postgres://h:x@127.0.0.1:1/h')).toEqual({ 'replica.reachable': 'warning' });
    });

    it('that are refused are refused once', () =>
      reads(async (of) => {
        let asked = 0;
        const refused = of.read(() => {
          asked++;
          return Promise.reject(new Problem('NOT_FOUND'));
        });
        await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(asked).toBe(1);
      }));

    it('answer every GET endpoint, and charts and dashboards without the primary', async () => {
      const at = await makeOrganizations(server.database);
      const token = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
      const whole = await startServer([AppModule], {
        config: { DATABASE_URL: server.databaseUrl, DATABASE_READ_URL: replica.url(server.databaseUrl) },
      });
      replicaMetrics.reads.reset();
      for (const e of endpoints.filter(({ method }) => method === 'GET')) {
        const response = await whole.send(e, { params: { id: 2_000_000_000, client: 2_000_000_000 } }, token);
        await response.arrayBuffer();
        expect(response.status, e.path).toBeLessThan(500);
      }
      const { values } = await replicaMetrics.reads.get();
      const from = Object.fromEntries(values.map(({ labels, value }) => [labels.from, value]));
      expect(from.primary ?? 0).toBe(0);
      expect(from.replica).toBeGreaterThan(6);
      await whole.stop();
    });

    it('come from the primary when the replica is away', async () => {
      await replica.stop();
      await reads(async (of) => expect(await probe(of)).toEqual({ standby: false, n: await total() }));
    });
  },
);
