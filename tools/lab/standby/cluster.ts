import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { RunningPostgres } from '../../src/embedded/postgres';
import { inCheckout } from '../../src/run/checkout';
import { freePort } from '../../src/run/ports';
import { processesIn, signal } from '../../src/run/process-identity';
import { findProgram } from '../../src/services';
import { Program, until } from '../chaos/world/program';

const password = 'standby-of-Headland';
const binDir = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => existsSync(join(folder, 'postgres')));

/** What is missing here, or null. */
export function missingPrograms(pooled = false): string | null {
  const needed = ['patroni', 'etcd', 'haproxy', 'setpriv', ...(pooled ? ['pgbouncer'] : [])];
  const missing = needed.filter((name) => findProgram(name) === '');
  if (binDir === undefined) missing.push('postgresql');
  return missing.length === 0 ? null : missing.join(', ');
}

/** One database machine: Patroni and the PostgreSQL that it keeps. */
interface Node {
  name: string;
  port: number;
  restPort: number;
  dataDir: string;
  patroni: Program;
}

/** Two PostgreSQL under Patroni with a synchronous standby, and HAProxy before them, by the configuration of infra/. */
export class Cluster {
  private constructor(
    readonly nodes: readonly Node[],
    private readonly etcd: Program,
    private readonly proxy: Program,
    private readonly port: number,
    private readonly replicaPort: number,
  ) {}

  static async start(dir: string): Promise<Cluster> {
    const logs = join(dir, 'logs');
    const [client, peer] = [await freePort(), await freePort()];
    const etcd = new Program(
      'etcd',
      findProgram('etcd'),
      [
        ...['--data-dir', join(dir, 'etcd'), '--name', 'one', '--initial-cluster', `one=http://127.0.0.1:${peer}`],
        ...['--listen-client-urls', `http://127.0.0.1:${client}`],
        ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
        ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
        ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
      ],
      { logFile: join(logs, 'etcd.log') },
    );
    etcd.start();
    const nodes: Node[] = [];
    for (const name of ['a', 'b']) nodes.push(await makeNode(name, dir, client));
    const [port, replicaPort] = [await freePort(), await freePort()];
    const [a, b] = nodes as [Node, Node];
    const proxy = new Program(
      'haproxy',
      findProgram('haproxy'),
      ['-db', '-f', inCheckout('infra/haproxy/postgres.cfg')],
      {
        logFile: join(logs, 'haproxy.log'),
        env: {
          PRIMARY_BIND: `127.0.0.1:${port}`,
          REPLICA_BIND: `127.0.0.1:${replicaPort}`,
          POSTGRES_A: `127.0.0.1:${a.port}`,
          POSTGRES_B: `127.0.0.1:${b.port}`,
          PATRONI_PORT_A: String(a.restPort),
          PATRONI_PORT_B: String(b.restPort),
        },
      },
    );
    const cluster = new Cluster(nodes, etcd, proxy, port, replicaPort);
    // the first one makes the cluster, the second one copies it
    a.patroni.start();
    await until('the primary', () => cluster.is(a, 'primary'), { withinMs: 240_000, programs: [a.patroni, etcd] });
    b.patroni.start();
    await cluster.inStep();
    proxy.start();
    return cluster;
  }

  /** For a world: its address is the proxy's. */
  get running(): RunningPostgres {
    const child = { pid: undefined } as unknown as RunningPostgres['child'];
    return { port: this.port, child, url: (database) => this.url(database), stop: () => this.stop() };
  }

  url(database: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.port}/${database}`;
  }

  replicaUrl(database: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.replicaPort}/${database}`;
  }

  async primary(): Promise<Node> {
    for (const node of this.nodes) if (await this.is(node, 'primary')) return node;
    throw new Error('there is no primary');
  }

  /** One is the primary, the other one its synchronous standby. */
  async inStep(): Promise<void> {
    const inStep = async (): Promise<boolean> => {
      const are = await Promise.all(
        this.nodes.map(async (node) => (await this.is(node, 'primary')) || (await this.is(node, 'synchronous'))),
      );
      return are.every(Boolean);
    };
    await until('a synchronous standby', inStep, {
      withinMs: 120_000,
      everyMs: 200,
      programs: this.nodes.map(({ patroni }) => patroni),
    });
  }

  /** kill -9 of PostgreSQL with all its workers, of the whole machine with Patroni. */
  async kill(node: Node, what: 'PostgreSQL' | 'machine'): Promise<void> {
    if (what === 'machine') await node.patroni.kill();
    for (const pid of processesIn(node.dataDir)) signal(pid, 'SIGKILL');
  }

  async stop(): Promise<void> {
    await this.proxy.kill();
    for (const node of this.nodes) await this.kill(node, 'machine');
    await this.etcd.kill();
  }

  private async is(node: Node, what: 'primary' | 'synchronous'): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${node.restPort}/${what}`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null);
    return answer?.status === 200;
  }
}

async function makeNode(name: string, dir: string, etcdPort: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const folder = join(dir, `node-${name}`);
  const dataDir = join(folder, 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const asRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root
  if (asRoot) spawnSync('chown', ['postgres:postgres', folder]);
  const patroni = findProgram('patroni');
  const config = inCheckout('infra/patroni/patroni.yml');
  const [command, args] = asRoot
    ? [findProgram('setpriv'), ['--reuid=postgres', '--regid=postgres', '--init-groups', patroni, config]]
    : [patroni, [config]];
  const program = new Program(`patroni-${name}`, command, args, {
    logFile: join(dir, 'logs', `patroni-${name}.log`),
    cwd: '/',
    env: {
      HOME: folder,
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: binDir ?? '',
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
    },
  });
  return { name, port, restPort, dataDir, patroni: program };
}
