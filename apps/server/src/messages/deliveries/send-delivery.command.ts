import { Inject } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { openSosStatuses } from '@headland/contracts/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Timers } from '../../platform/jobs/timers';
import { LOG } from '../../platform/log';
import { deliveryMetrics, smsMetrics } from '../../platform/metrics';
import { Publisher } from '../../platform/mqtt/publisher';
import { Tracing } from '../../platform/tracing/tracing';
import { deliveryColumns, NeverDeliverable, referenceOf, type DeliveryRow } from './delivery';
import { sendByChannel, type ChannelResult } from './delivery-channels';
import { DeliveryResults, type DeliveryResult } from './delivery-results';
import { Mailer } from './mailer';
import { type NoticeDelivery, noticeIsSent } from './notice-delivery.tx';
import { countText, usedUpLimit } from './sms-budget.tx';
import { WebPush } from './web-push';

/** Tries to send one message that is due. */
export class SendDelivery extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

const maxAttempts = 8;
/** 2 s, 4 s … 128 s: about four minutes in all, then it is shown as failed; to a panel then every 4 min. */
const pauseMs = (attempts: number): number => Math.min(2_000 * 2 ** (attempts - 1), 240_000);
/** While one process sends, no other tries; longer than any sender needs. A crash costs this delay, no message. */
const leaseMs = 30_000;
/** Before the result of a message that has gone out is written again: within the lease, after which it is sent again. */
const storePausesMs = [500, 1_000, 2_000, 4_000];

@CommandHandler(SendDelivery)
export class SendDeliveryHandler implements ICommandHandler<SendDelivery> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly results: DeliveryResults,
    private readonly timers: Timers,
    readonly publisher: Publisher,
    readonly mailer: Mailer,
    readonly webPush: WebPush,
    @Inject(CONFIG) readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly tracing: Tracing,
  ) {}

  async execute({ id }: SendDelivery): Promise<void> {
    const delivery = await this.claim(id);
    if (delivery === undefined) return;
    await this.tracing.continued(
      delivery.traceparent,
      `send ${delivery.channel}`,
      () => ({ kind: 'producer', attributes: { 'headland.delivery': id, 'headland.attempt': delivery.attempts } }),
      () => this.send(delivery),
    );
  }

  private async send(delivery: DeliveryRow): Promise<void> {
    const { id } = delivery;
    if (delivery.subject === 'notice' && (await this.isHeldBack(delivery))) return;
    // the panel shows the driver that it was closed; nobody else is to be sent there any more
    if (delivery.subject === 'sos' && delivery.channel !== 'panel' && (await this.isClosed(delivery)))
      return this.finish(delivery, { state: 'failed', problem: 'withdrawn' });
    const texted = delivery.channel === 'sms' && this.config.SMS_URL !== undefined;
    const limit = texted ? await usedUpLimit(this.database, delivery, this.config, this.now()) : null;
    if (limit !== null) {
      smsMetrics.refused.inc({ limit });
      this.log.error(
        { limit, most: this.config[limit], subject: delivery.subject, id },
        'a text was not sent: as many as this setting allows have gone out',
      );
      return this.finish(delivery, { state: 'failed', problem: `${limit}=${this.config[limit]}` });
    }
    let handed: ChannelResult | 'superseded';
    try {
      handed = delivery.channel === 'panel' ? await this.sendToPanel(delivery) : await sendByChannel(delivery, this);
    } catch (error) {
      return this.finishFailed(delivery, error as Error);
    }
    // from here on it has gone out: what fails now must not have it sent again
    if (handed === 'superseded') return this.finishSent(delivery, { state: 'sent', problem: handed });
    if (texted)
      await countText(this.database, delivery, this.now()).catch((error: unknown) =>
        this.log.error({ error, id }, 'a text was sent, but not counted'),
      );
    await this.finishSent(delivery, {
      state: handed === 'sent' ? 'sent' : 'delivered',
      problem: null,
      mailbox: handed === 'mailbox',
    });
  }

  /** What was queued by day may have its turn at night, or after its notice has gone: then it does not go out now. */
  private async isHeldBack(delivery: DeliveryRow): Promise<boolean> {
    const judged: NoticeDelivery = {
      noticeId: delivery.subject_id,
      now: this.now(),
      timeZone: this.config.PRODUCT_TIME_ZONE,
      withdrawn: false,
      notBefore: null,
    };
    await noticeIsSent.run(this.database, judged);
    const { withdrawn, notBefore } = judged;
    if (withdrawn) await this.finish(delivery, { state: 'failed', problem: 'withdrawn' });
    else if (notBefore !== null) await this.finish(delivery, { state: 'queued', problem: null, nextTryAt: notBefore });
    return withdrawn || notBefore !== null;
  }

  private async isClosed({ subject_id: id }: DeliveryRow): Promise<boolean> {
    const closed = await this.database.query<unknown[]>('SELECT 1 FROM sos_call WHERE id = $1 AND status <> ALL($2)', [
      id,
      openSosStatuses,
    ]);
    return closed.length > 0;
  }

  private async finishFailed(delivery: DeliveryRow, error: Error): Promise<void> {
    const { id, channel, subject, attempts } = delivery;
    const problem = error.message.slice(0, 300);
    const isHopeless = error instanceof NeverDeliverable;
    // a driver has nothing but the panel: it is tried for as long as the call is open, or until there is a newer step
    const isWaitedFor = channel === 'panel' && attempts >= maxAttempts && !(await this.isClosed(delivery));
    const last = isHopeless || (attempts >= maxAttempts && !isWaitedFor);
    // a wrong number is for who wrote it; a gateway that is away is for who runs the product
    // without its reason, which may name an address: the delivery has it
    if (last)
      this.log.warn({ reference: referenceOf(delivery), id, channel, subject, attempts }, 'a message was given up');
    if (last && !isHopeless) deliveryMetrics.givenUp.inc({ channel });
    await this.finish(
      delivery,
      last
        ? { state: 'failed', problem }
        : { state: 'queued', problem, nextTryAt: new Date(this.now().getTime() + pauseMs(attempts)) },
    );
  }

  /** A database that fails for a moment must not have it sent twice; after that the lease ends, and it is. */
  private async finishSent(delivery: DeliveryRow, to: Omit<DeliveryResult, 'delivery'>): Promise<void> {
    for (const pause of storePausesMs) {
      try {
        return await this.finish(delivery, to);
      } catch (error) {
        this.log.warn({ error, id: delivery.id }, 'a message was sent, but its result not stored; trying again');
        await wait(pause);
      }
    }
    await this.finish(delivery, to);
  }

  private async claim(id: number): Promise<DeliveryRow | undefined> {
    const now = this.now();
    const rows = await returning<DeliveryRow>(
      this.database.manager,
      `UPDATE delivery SET attempts = attempts + 1, next_try_at = $3 WHERE id = $1 AND state = 'queued' AND next_try_at <= $2 RETURNING ${deliveryColumns}`,
      [id, now, new Date(now.getTime() + leaseMs)],
    );
    return rows[0];
  }

  /**
   * The panel shows the last message that it received, so an older step must not follow a newer one: messages of an SOS to
   * one panel are published one after the other, whichever process sends them, and none for which there is a newer one.
   */
  private sendToPanel(delivery: DeliveryRow): Promise<ChannelResult | 'superseded'> {
    const { id, subject_id, address } = delivery;
    return this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`panel ${address} ${subject_id}`]);
      const newer = await tx.query<unknown[]>(
        "SELECT 1 FROM delivery WHERE subject = 'sos' AND subject_id = $1 AND channel = 'panel' AND address = $3 AND id > $2 AND state <> 'failed' LIMIT 1",
        [subject_id, id, address],
      );
      return newer.length > 0 ? 'superseded' : await sendByChannel(delivery, this);
    });
  }

  private async finish(delivery: DeliveryRow, to: Omit<DeliveryResult, 'delivery'>): Promise<void> {
    await this.results.store({ delivery, ...to });
    if (to.nextTryAt) this.timers.plan('send-delivery', delivery.id, to.nextTryAt);
  }
}
