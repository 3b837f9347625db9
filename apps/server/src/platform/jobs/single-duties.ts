import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, runs, sessionUrl, type Config } from '../config';
import { LOG } from '../log';
import { jobsMetrics } from '../metrics';
import { Semaphore } from '../semaphore';
import { inTurn } from './in-turn';
import { Lease, leaseNumbers, type LeaseWork } from './lease';

const hourMs = 3_600_000;
/** Maintenance at once. All of it falls due when the lease is taken; policies and timed acts need connections then, too. */
const maintenanceAtOnce = 2;

/** A task of one jobs process at a time. It may be started again after a stop. */
export interface SingleDuty extends LeaseWork {
  name: string;
}
/** One run of a periodic duty. */
export interface DutyRun {
  /** the first one since this process holds the lease: another one may have done the duty meanwhile */
  first: boolean;
  /** asked between the steps of a long run */
  stopped: () => boolean;
}

/**
 * Duties that must not run in two processes at once: the policies with their checkpoint, the retained messages under
 * one client id, files, maintenance. The holder of a lease runs them all; each must still be idempotent.
 */
@Injectable()
export class SingleDuties implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly duties: SingleDuty[] = [];
  private readonly maintenance = new Semaphore(maintenanceAtOnce);
  private lease: Lease | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Called by a slice in its constructor. */
  register(duty: SingleDuty): void {
    this.duties.push({ name: duty.name, ...inTurn(duty.name, duty, this.log) });
  }

  /**
   * A duty that runs at once and then periodically; `errorMessage` is logged when a run fails. What can wait an hour
   * (`everyMs`) waits its turn.
   */
  every(name: string, everyMs: number, errorMessage: string, run: (now: DutyRun) => Promise<unknown>): void {
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<unknown> = Promise.resolve();
    let on = false;
    const stopped = (): boolean => !on;
    const runAgain = (first: boolean): void => {
      const once = (): Promise<unknown> => run({ first, stopped });
      running = (everyMs < hourMs ? once() : this.maintenance.run(async () => on && once()))
        .catch((error: unknown) => this.log.error({ error }, errorMessage))
        .finally(() => {
          if (on) timer = setTimeout(() => runAgain(false), everyMs).unref();
        });
    };
    this.register({
      name,
      start: () => {
        on = true;
        runAgain(true);
      },
      stop: async () => {
        on = false;
        clearTimeout(timer);
        await running;
      },
    });
  }

  /** Idempotent maintenance, once an hour. */
  hourly(name: string, run: () => Promise<unknown>): void {
    this.every(name, hourMs, `${name} failed; next try in an hour`, run);
  }

  onApplicationBootstrap(): void {
    if (!runs(this.config, 'jobs') || this.duties.length === 0) return;
    this.lease = new Lease({
      number: leaseNumbers.jobs,
      name: 'single duties',
      databaseUrl: sessionUrl(this.config),
      log: this.log,
      onHeld: (held) => jobsMetrics.holdsDuties.set(held ? 1 : 0),
      work: {
        start: async () => void (await Promise.all(this.duties.map((duty) => duty.start()))),
        stop: async (lost) => void (await Promise.allSettled(this.duties.map((duty) => duty.stop(lost)))),
      },
    });
    this.lease.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lease?.end();
  }
}
