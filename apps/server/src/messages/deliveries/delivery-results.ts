import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { system } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { isLogged, type DeliveryRow } from './delivery';

/** What became of an attempt. */
export interface DeliveryResult {
  delivery: DeliveryRow;
  state: DeliveryRow['state'];
  problem: string | null;
  nextTryAt?: Date;
  /** shown in the mailbox of a development start */
  mailbox?: boolean;
}
interface Waiting {
  result: DeliveryResult;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Most results in one commit. */
const atOnce = 100;

/**
 * Stores results of attempts. Those that come while a commit is under way are committed together: each commit with
 * events waits for the disk under the lock of the log, which the next SOS needs as well.
 */
@Injectable()
export class DeliveryResults {
  private readonly waiting: Waiting[] = [];
  private isBusy = false;

  constructor(
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Resolves when it is committed. */
  store(result: DeliveryResult): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ result, resolve, reject });
      void this.work();
    });
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, atOnce);
      try {
        await this.commit(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        const [first] = batch;
        if (batch.length === 1) first?.reject(error);
        // each fails for itself
        else for (const one of batch) await this.commit([one]).then(one.resolve, one.reject);
      }
    }
    this.isBusy = false;
  }

  private commit(batch: readonly Waiting[]): Promise<void> {
    // in one order, so that two processes do not wait for each other
    const ordered = [...batch].sort((a, b) => a.result.delivery.id - b.result.delivery.id);
    return this.change.run(system, async (tx, emit) => {
      for (const { result } of ordered) await this.write(tx, emit, result);
    });
  }

  /** A secret is deleted once it will not be sent any more; only a development start keeps it, in its mailbox. */
  private async write(
    tx: EntityManager,
    emit: Emit,
    { delivery, state, problem, nextTryAt, mailbox = false }: DeliveryResult,
  ): Promise<void> {
    const { id, subject, subject_id: subjectId, organization_id: organizationId, channel, recipient } = delivery;
    const { address, text, title, secret, attempts } = delivery;
    const still = await returning(
      tx,
      `UPDATE delivery SET state = $2, problem = $3, next_try_at = $4, changed_at = $5, text = CASE WHEN secret AND $2 <> 'queued' THEN '' ELSE text END
       WHERE id = $1 AND state = 'queued' AND (attempts = $6 OR $2 = 'sent') RETURNING 1`,
      [id, state, problem, nextTryAt ?? null, this.now(), attempts],
    );
    // ended during the attempt: its receiver has left, or is deleted. Of two attempts at once the one that has sent it counts
    if (still.length === 0) return;
    if (mailbox) {
      await tx.query(
        `INSERT INTO mail (at, channel, recipient, address, title, text, delivery_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (delivery_id) DO UPDATE SET at = excluded.at`,
        [
          this.now(),
          channel,
          channel === 'push' || channel === 'app' ? recipient : `${recipient} ${address}`,
          address,
          title,
          secret && !this.config.DEVELOPMENT ? '' : text,
          id,
        ],
      );
    }
    if (isLogged(subject)) emit('delivery.changed', { subject, subjectId, deliveryId: id }, { organizationId });
  }
}
