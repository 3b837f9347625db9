import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from '../../src/run/checkout';
import { freePort } from '../../src/run/ports';
import { Program, until } from '../chaos/world/program';
import type { ServerProcess } from '../chaos/world/server';

/** What an operator's Prometheus says, by the rules of infra/monitoring: each alert from its first condition to its end. */
export class Prometheus {
  /** alerts that are pending or firing */
  private readonly now = new Map<string, 'pending' | 'firing'>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly program: Program,
    private readonly url: string,
    private readonly tell: (text: string) => void,
  ) {}

  /** Scraped and judged each two seconds, not each fifteen: a game has minutes. What an alert waits for is as in production. */
  static async start(
    dir: string,
    path: string,
    processes: readonly ServerProcess[],
    tell: (text: string) => void,
  ): Promise<Prometheus> {
    const folder = join(dir, 'prometheus');
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'prometheus.yml');
    const jobs = [...new Set(processes.map(({ role }) => role))];
    writeFileSync(
      config,
      JSON.stringify({
        global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '2s' },
        rule_files: [inCheckout('infra/monitoring/rules/headland.yml')],
        scrape_configs: jobs.map((job) => ({
          job_name: `headland-${job}`,
          static_configs: [
            { targets: processes.filter(({ role }) => role === job).map(({ port }) => `127.0.0.1:${port}`) },
          ],
        })),
      }),
    );
    const port = await freePort();
    const listen = `127.0.0.1:${port}`;
    const program = new Program(
      'prometheus',
      path,
      [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${listen}`],
      { logFile: join(dir, 'logs', 'prometheus.log') },
    );
    program.start();
    const prometheus = new Prometheus(program, `http://${listen}`, tell);
    await until('Prometheus to be ready', () => prometheus.isReady(), { withinMs: 60_000, programs: [program] });
    prometheus.timer = setInterval(() => void prometheus.look(), 1_000);
    return prometheus;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.program.kill();
  }

  private async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/-/ready`).catch(() => null);
    return answer?.ok === true;
  }

  private async look(): Promise<void> {
    const answer = await fetch(`${this.url}/api/v1/alerts`).catch(() => null);
    if (answer === null) return;
    const { data } = (await answer.json()) as { data: { alerts: Alert[] } };
    const seen = new Map<string, 'pending' | 'firing'>();
    for (const { labels, state } of data.alerts) {
      const { alertname, job, check } = labels;
      const of = [job?.replace('headland-', ''), check].filter((part) => part !== undefined);
      const name = `${alertname}${of.length === 0 ? '' : ` (${of.join(' ')})`}`;
      if (state === 'firing' || !seen.has(name)) seen.set(name, state);
    }
    for (const [name, state] of seen)
      if (state === 'firing' && this.now.get(name) !== 'firing') this.tell(`${name} fires`);
    for (const [name, state] of this.now)
      if (state === 'firing' && seen.get(name) !== 'firing') this.tell(`${name} ends`);
    this.now.clear();
    for (const [name, state] of seen) this.now.set(name, state);
  }
}

interface Alert {
  labels: { alertname: string; job?: string; check?: string };
  state: 'pending' | 'firing';
}
