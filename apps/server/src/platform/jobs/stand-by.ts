import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, runs, sessionUrl, type Config } from '../config';
import { LOG } from '../log';
import { ingestMetrics } from '../metrics';
import { Lease, leaseNumbers, type LeaseWork } from './lease';

type Part = 'ingest' | 'alerts';

/**
 * The subscriptions of ingest and alerts processes. Each is one session at the broker: of several processes of a kind one is
 * subscribed, and the next one takes its session over, with what the broker has kept. Where the broker divides the messages
 * (MQTT_SHARED) each has a session of its own and all work.
 */
@Injectable()
export class StandBy implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly works: Record<Part, LeaseWork[]> = { ingest: [], alerts: [] };
  private readonly leases: Lease[] = [];
  private readonly working = new Set<Part>();
  private ended: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Called by a slice in its constructor; works of one part are started and stopped together. */
  register(part: Part, work: LeaseWork): void {
    this.works[part].push(work);
  }

  /** For a readiness check: a process that stands by is ready without a subscription. */
  worksAt(part: Part): boolean {
    return this.working.has(part);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const part of ['ingest', 'alerts'] as const) {
      const works = this.works[part];
      if (!runs(this.config, part) || works.length === 0) continue;
      const all: LeaseWork = {
        start: async () => void (await Promise.all(works.map((work) => work.start()))),
        stop: async () => void (await Promise.allSettled(works.map((work) => work.stop()))),
      };
      if (this.config.MQTT_SHARED) {
        this.held(part, true);
        await all.start();
      } else this.lease(part, all);
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.end();
  }

  /** Resolves when nothing works any more: connections that the works need end after it. */
  end(): Promise<void> {
    return (this.ended ??= this.stop());
  }

  private async stop(): Promise<void> {
    await Promise.all(this.leases.map((lease) => lease.end()));
    if (!this.config.MQTT_SHARED) return;
    const works = [...this.working].flatMap((part) => this.works[part]);
    await Promise.allSettled(works.map((work) => work.stop()));
  }

  private lease(part: Part, work: LeaseWork): void {
    const lease = new Lease({
      number: leaseNumbers[part],
      name: `subscriptions of ${part}`,
      databaseUrl: sessionUrl(this.config),
      // what has arrived waits for the database as it always did
      outlivesSession: true,
      onHeld: (held) => this.held(part, held),
      work,
      log: this.log,
    });
    this.leases.push(lease);
    lease.begin();
  }

  private held(part: Part, held: boolean): void {
    if (held) this.working.add(part);
    else this.working.delete(part);
    ingestMetrics.subscribed.set({ part }, held ? 1 : 0);
  }
}
