import { join } from 'node:path';
import { freePort } from '../../../src/run/ports';
import { Program, until } from './program';
import { sumOf } from './broker';

export const roles = ['ingest', 'alerts', 'api', 'jobs'] as const;
export type ServerRole = (typeof roles)[number];

/** One process of the product's server, with its metrics over HTTP. */
export class ServerProcess {
  readonly program: Program;

  private constructor(
    readonly role: ServerRole,
    readonly port: number,
    main: string,
    dir: string,
    env: Record<string, string>,
  ) {
    this.program = new Program(role, process.execPath, ['--enable-source-maps', main], {
      logFile: join(dir, 'logs', `${role}.log`),
      env: { ...env, RUN: role, HOST: '127.0.0.1', PORT: String(port), HEALTH_PORT: String(port) },
    });
  }

  static async make(
    role: ServerRole,
    main: string,
    dir: string,
    env: Record<string, string>,
    port?: number,
  ): Promise<ServerProcess> {
    return new ServerProcess(role, port ?? (await freePort()), main, dir, env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.program.start();
    await this.ready();
  }

  async ready(withinMs = 60_000): Promise<void> {
    let last = 'no answer';
    const isReady = async (): Promise<boolean> => {
      const answer = await this.ask('/readyz');
      if (answer !== null) last = await answer.text();
      return answer?.ok === true;
    };
    await until(`${this.role} to be ready`, isReady, {
      withinMs,
      everyMs: 100,
      programs: [this.program],
      explain: () => last,
    });
  }

  /** true, false, or null where it does not even answer */
  async isReady(): Promise<boolean | null> {
    const answer = await this.ask('/readyz');
    return answer === null ? null : answer.ok;
  }

  async metric(name: string): Promise<number> {
    const answer = await this.ask('/metrics');
    return answer === null ? 0 : sumOf(await answer.text(), name);
  }

  /** The cumulative buckets of a histogram without labels, ascending. */
  async buckets(name: string): Promise<{ le: number; count: number }[]> {
    const text = (await (await this.ask('/metrics'))?.text()) ?? '';
    return Array.from(text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'gm')), ([, le, count]) => ({
      le: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
      count: Number(count),
    }));
  }

  private ask(path: string): Promise<Response | null> {
    return fetch(this.url + path, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  }
}
