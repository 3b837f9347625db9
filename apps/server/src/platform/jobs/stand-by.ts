import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, runs, sessionUrl, type Config } from '../config';
import { LOG } from '../log';
import { ingestMetrics } from '../metrics';
import { findDealing } from '../mqtt/dealing';
import { inTurn } from './in-turn';
import { Lease, leaseNumbers, type LeaseWork } from './lease';

type Part = 'ingest' | 'alerts';
/** What a slice subscribes to. `dealt`: the broker deals each device to one of the processes that are subscribed. */
export interface Subscription {
  start(dealt: boolean): void | Promise<void>;
  /** `lost`: its sessions at the broker are another process's from now on */
  stop(lost: boolean): void | Promise<void>;
}

const restartMs = 1_000;

/**
 * The subscriptions of ingest and alerts processes. Each is one session at the broker: of several processes of a kind one is
 * subscribed, and the next one takes its session over, with what the broker has kept. With MQTT_SHARED and a broker that
 * deals by client, which is found out at the start, each has a session of its own and all work.
 */
@Injectable()
export class StandBy implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly subscriptions: Record<Part, Subscription[]> = { ingest: [], alerts: [] };
  private readonly leases: Lease[] = [];
  private readonly sideBySide: LeaseWork[] = [];
  private readonly undecided = new Set<Part>();
  private readonly working = new Set<Part>();
  private readonly ending = new AbortController();
  private begun: Promise<unknown> = Promise.resolve();
  private ended: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Called by a slice in its constructor; those of one part are started and stopped together. */
  register(part: Part, subscription: Subscription): void {
    this.subscriptions[part].push(subscription);
  }

  /** For a readiness check: a process that stands by is ready without a subscription. */
  worksAt(part: Part): boolean {
    return this.working.has(part) || this.undecided.has(part);
  }

  onApplicationBootstrap(): void {
    const parts = (['ingest', 'alerts'] as const).filter(
      (part) => runs(this.config, part) && this.subscriptions[part].length > 0,
    );
    this.begun = Promise.all(parts.map((part) => this.begin(part)));
  }

  onApplicationShutdown(): Promise<void> {
    return this.end();
  }

  /** Resolves when nothing works any more: connections that the works need end after it. */
  end(): Promise<void> {
    return (this.ended ??= this.stop());
  }

  private async stop(): Promise<void> {
    this.ending.abort();
    await this.begun;
    await Promise.all([
      ...this.leases.map((lease) => lease.end()),
      ...this.sideBySide.map((work) => Promise.resolve(work.stop(false))),
    ]);
  }

  private async begin(part: Part): Promise<void> {
    const dealt = this.config.MQTT_SHARED && (await this.isDealt(part));
    if (this.ending.signal.aborted) return;
    // each waits for its own end alone
    const all = this.subscriptions[part].map((one) =>
      inTurn(`subscriptions of ${part}`, { start: () => one.start(dealt), stop: (lost) => one.stop(lost) }, this.log),
    );
    const work: LeaseWork = {
      start: async () => void (await Promise.all(all.map((one) => one.start()))),
      stop: async (lost) => void (await Promise.allSettled(all.map((one) => one.stop(lost)))),
    };
    if (dealt) await this.workBesideOthers(part, work);
    else this.lease(part, work);
  }

  private async isDealt(part: Part): Promise<boolean> {
    this.undecided.add(part);
    const dealing = await findDealing(this.config, part, this.ending.signal);
    this.undecided.delete(part);
    const name = `subscriptions of ${part}`;
    if (dealing === 'byClient')
      this.log.info(`${name}: the broker deals by client; all processes work side by side, this one too`);
    else if (dealing === 'byMessage')
      this.log.warn(
        `${name}: the broker deals message by message, so that every process would have every device; one process works, the others stand by`,
      );
    else if (dealing === 'unknown')
      this.log.warn(
        `${name}: the broker does not let this account find out how it deals (tms/v1/HEADLAND/probe/#); one process works, the others stand by`,
      );
    return dealing === 'byClient';
  }

  private async workBesideOthers(part: Part, work: LeaseWork): Promise<void> {
    const { signal } = this.ending;
    this.sideBySide.push(work);
    this.held(part, true);
    while (!signal.aborted) {
      try {
        await work.start();
        return;
      } catch (error) {
        this.log.error({ error }, `subscriptions of ${part}: could not be started; trying again`);
        await work.stop(false);
        await wait(restartMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private lease(part: Part, work: LeaseWork): void {
    const lease = new Lease({
      number: leaseNumbers[part],
      name: `subscriptions of ${part}`,
      databaseUrl: sessionUrl(this.config),
      // what has arrived waits for a database that is away for a moment
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
