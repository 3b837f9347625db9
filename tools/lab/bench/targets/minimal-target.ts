import pg from 'pg';
import type { z } from 'zod';
import type { PublisherDevice } from '../load/publisher-plan';
import type { FromMinimal, MinimalPlan, ToMinimal } from '../limit/minimal-plan';
import { startMosquitto } from '../parts/broker';
import { messageOf, startOwnPart } from '../parts/part';
import type { Machine } from './machine';
import type { Target } from './target';

export const deviceName = (index: number): string => `BENCH-${String(index + 1).padStart(5, '0')}`;

/** The minimal path with a broker of its own, on the database server of the machine. */
export async function startMinimal(machine: Machine, lingerMs: number): Promise<Target> {
  const databaseUrl = await machine.database(`minimal_${lingerMs}`);
  const broker = await startMosquitto(machine.dir, `broker-minimal-${lingerMs}`, { kind: 'anybody' });
  const part = startOwnPart('minimal', {
    dir: machine.dir,
    plan: { mqttUrl: broker.serverUrl, databaseUrl, lingerMs } satisfies z.input<typeof MinimalPlan>,
  });
  const ready = await messageOf<FromMinimal>(part, (m) => m.type === 'ready');
  const url = `http://127.0.0.1:${ready.type === 'ready' ? ready.port : 0}`;

  // the process counts from its start; a run starts at what it had then
  let before: { boot: number; count: number } = { boot: 0, count: 0 };
  // answers carry the number of their question: Node keeps messages without a listener for the next listener
  let requests = 0;
  const count = async (): Promise<number> => {
    const request = ++requests;
    const answer = messageOf<FromMinimal>(part, (m) => m.type === 'counted' && m.request === request);
    part.child.send({ type: 'count', request } satisfies ToMinimal);
    const counted = await answer;
    return counted.type === 'counted' ? counted.committed : 0;
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on('error', () => undefined);

  return {
    name: 'limit',
    mqttUrl: broker.deviceUrl,
    databaseUrl,
    pids: { server: [part.pid], broker: [broker.pid], database: [machine.postgresPid] },
    processes: { minimal: part.pid, broker: broker.pid, postgres: machine.postgresPid },
    devices: (n) =>
      Promise.resolve(Array.from({ length: n }, (_, index): PublisherDevice => ({ id: deviceName(index), index }))),
    consoles: () => ({ url, token: null, look: null }),
    committed: async (boot) => {
      const committed = await count();
      if (before.boot !== boot) before = { boot, count: committed };
      return committed - before.count;
    },
    committedExactly: async (boot) =>
      Number((await pool.query<{ n: string }>('SELECT count(*) AS n FROM minimal WHERE boot = $1', [boot])).rows[0]?.n),
    stop: async () => {
      await pool.end();
      await part.stop();
      await broker.part.stop();
    },
  };
}
