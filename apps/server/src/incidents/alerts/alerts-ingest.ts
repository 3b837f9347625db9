import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { downTopic } from '@headland/contracts/device/envelope';
import { acknowledgement, type Ranges } from '@headland/domain/received-ranges';
import { RecordFaultMessage } from '../faults/record-fault-message.command';
import { databaseNowMs } from '../../platform/clock';
import { Semaphore } from '../../platform/semaphore';
import { receivedSpan } from '../../platform/mqtt/received-span';
import { step } from '../../platform/tracing/span';
import { Tracing } from '../../platform/tracing/tracing';
import { LOG } from '../../platform/log';
import { ingestMetrics, sosMetrics } from '../../platform/metrics';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { RecordSosMessages } from '../sos/record-sos-messages.command';
import { type Decoded, type Refused, unknownDevice, upTopicOf } from '../../platform/mqtt/decode';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { quarantine } from '../../platform/mqtt/quarantine';
import { receiveRefused } from '../../platform/mqtt/receive-refused';
import { LiveStatuses } from './live-statuses';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';

type Sos = Extract<Decoded, { kind: 'sos' }>;
type Fault = Extract<Decoded, { kind: 'fault' }>;
/** What cannot be read but for its number. */
interface Numbered {
  pending: PendingMessage;
  refused: Refused;
  device: string;
  envelope: NonNullable<Refused['envelope']>;
}
interface Received<A> {
  pending: PendingMessage;
  alert: A;
}

/** Concurrent transactions. Devices are served in turn, so no SOS waits behind one that floods faults or garbage. */
const sosConcurrency = 6;
const othersAtOnce = 3;
/** Presses of one device per transaction. */
const maxPresses = 200;
/** Gaps named in one acknowledgement. */
const gapLimit = 50;
/** Attempts for a message that PostgreSQL rejects for its data before it goes to quarantine. */
const ownAttempts = 3;

/**
 * Ingest of SOS and faults. Messages of one device stay in order; devices share fairly: each has one transaction in
 * flight, however much it has sent. What cannot be decoded, or is rejected for its data, goes to quarantine and never
 * blocks. Any other failure is retried: nothing is acknowledged that is neither committed nor in quarantine.
 */
@Injectable()
export class AlertsIngest {
  private readonly statuses = new LiveStatuses();
  private readonly alerts = new Semaphore(sosConcurrency);
  private readonly others = new Semaphore(othersAtOnce);
  private answer: (topic: string, payload: string) => Promise<void> = () => Promise.resolve();
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
    private readonly commands: CommandBus,
    private readonly dataErrors: DataErrors,
    private readonly gate: GarbageGate,
    private readonly tracing: Tracing,
  ) {}

  /** Publishes `down/ack`. */
  answerWith(publish: (topic: string, payload: string) => Promise<void>): void {
    this.answer = publish;
  }

  /** A subscription begins: what fails is retried. */
  begin(): void {
    this.stopping = false;
  }
  /** It ends: what fails is not retried but left to the broker, so that no failure keeps the next subscription waiting. */
  stop(): void {
    this.stopping = true;
  }

  /** A status only gives the clock offset: there is nothing to commit. */
  note(pending: PendingMessage): boolean {
    const { decoded } = pending;
    if (!decoded.ok || decoded.kind !== 'status') return false;
    this.statuses.add(decoded.device, decoded.message, pending);
    return true;
  }

  /** Resolves when each message is committed or in quarantine. Rejects only on shutdown. */
  async commit(batch: PendingMessage[]): Promise<void> {
    const alerts = new Map<string, Received<Sos>[]>();
    const faults = new Map<string, Received<Fault>[]>();
    const refused: { pending: PendingMessage; refused: Refused }[] = [];
    const numbered: Numbered[] = [];
    for (const pending of batch) {
      const { decoded } = pending;
      if (!decoded.ok) {
        const { device, envelope } = decoded;
        if (device !== null && envelope !== undefined) numbered.push({ pending, refused: decoded, device, envelope });
        else refused.push({ pending, refused: decoded });
      } else if (decoded.kind === 'sos') append(alerts, { pending, alert: decoded });
      else if (decoded.kind === 'fault') append(faults, { pending, alert: decoded });
      else this.note(pending);
      if (decoded.ok && decoded.unread !== undefined)
        this.log.warn(
          { device: decoded.device, kind: decoded.kind, unread: decoded.unread },
          'an alert is taken without what of it cannot be read',
        );
    }
    await Promise.all(Array.from(alerts.values(), (list) => this.recordAlerts(list)));
    await Promise.all([
      ...Array.from(faults.values(), (list) => this.recordFaults(list)),
      ...numbered.map((one) => this.putAside(one)),
      this.quarantine(refused),
    ]);
  }

  /**
   * Commits one device's waiting messages together. If one is rejected for its data, commits them one by one and
   * quarantines that one.
   */
  private async recordAlerts(list: Received<Sos>[]): Promise<void> {
    for (let at = 0; at < list.length; at += maxPresses) {
      const some = list.slice(at, at + maxPresses);
      await this.tracing.root(
        'mqtt sos',
        'always',
        () => receivedSpan(pendingOf(some)),
        () => this.recordTogether(some),
      );
    }
  }

  private async recordTogether(list: Received<Sos>[]): Promise<void> {
    const [first] = list;
    if (first === undefined) return;
    const { device } = first.alert;
    const messages = list.map(({ pending, alert }) => ({
      message: alert.message,
      receivedAt: pending.receivedAt,
    }));
    try {
      const result = await this.untilDone(
        () =>
          this.alerts.run(() =>
            this.commands.execute(new RecordSosMessages(device, messages, (boot) => this.statuses.of(device, boot))),
          ),
        (error) => (list.length > 1 ? isMessageFault(error) : this.dataErrors.mayQuarantine(error, device)),
        { device, kind: 'sos' },
      );
      if (result.outcome === 'unknownDevice')
        return await this.quarantine(list.map(({ pending }) => ({ pending, refused: unknownDevice(device) })));
      this.dataErrors.committed();
      ingestMetrics.duplicates.inc(result.duplicates);
      ingestMetrics.messages.inc(list.length - result.duplicates);
      for (const [boot, received] of result.received) this.acknowledge(device, 'sos', boot, received);
      const now = databaseNowMs();
      for (const { receivedAt } of messages) sosMetrics.receipt.observe(Math.max(0, now - receivedAt) / 1000);
    } catch (error) {
      if (this.stopping) throw error;
      if (list.length > 1) for (const one of list) await this.recordTogether([one]);
      else await this.giveUp(first, error);
    }
  }

  private async recordFaults(list: Received<Fault>[]): Promise<void> {
    for (const one of list)
      await this.tracing.root(
        'mqtt fault',
        'always',
        () => receivedSpan([one.pending]),
        () => this.recordFault(one),
      );
  }

  private async recordFault(one: Received<Fault>): Promise<void> {
    const { pending, alert } = one;
    const { device, message } = alert;
    try {
      const raw = {
        topic: pending.topic,
        payload: pending.payload,
        isQuarantined: (refused: Refused) => this.gate.isQuarantined(pending.payload, refused),
      };
      const result = await this.untilDone(
        () =>
          this.others.run(() =>
            this.commands.execute(
              new RecordFaultMessage(device, message, pending.receivedAt, this.statuses.of(device, message.boot), raw),
            ),
          ),
        (error) => this.dataErrors.mayQuarantine(error, device),
        { device, kind: 'fault' },
      );
      if (result.outcome === 'unknownDevice') {
        await this.quarantine([{ pending, refused: unknownDevice(device) }]);
        return;
      }
      this.dataErrors.committed();
      if (result.outcome === 'implausibleTime')
        ingestMetrics.quarantined.inc({ reason: 'implausibleTime' }, result.isQuarantinedHere ? 1 : 0);
      else if (result.outcome === 'duplicate') ingestMetrics.duplicates.inc();
      else ingestMetrics.messages.inc();
      this.acknowledge(device, 'fault', message.boot, result.received);
    } catch (error) {
      if (this.stopping) throw error;
      await this.giveUp(one, error);
    }
  }

  private untilDone<T>(work: () => Promise<T>, givesUp: (error: unknown) => boolean, details: object): Promise<T> {
    const stopTimer = ingestMetrics.commit.startTimer();
    const done = untilCommitted(work, {
      stopping: () => this.stopping,
      givesUp,
      attempts: ownAttempts,
      onRetry: ({ message }, attempt) =>
        this.log.warn(
          { error: message, attempt, ...details },
          'alert not committed, trying again; it is not acknowledged meanwhile',
        ),
    });
    return done.finally(stopTimer);
  }

  private async giveUp({ pending, alert }: Received<Sos | Fault>, error: unknown): Promise<void> {
    this.log.error(
      { error, device: alert.device, kind: alert.kind },
      'an alert could not be recorded and is put aside: look at once',
    );
    await this.quarantine([
      {
        pending,
        refused: { ok: false, device: alert.device, reason: 'data', detail: (error as Error).message.slice(0, 500) },
      },
    ]);
  }

  private async putAside({ pending, refused, device, envelope }: Numbered): Promise<void> {
    const { topic, payload, receivedAt } = pending;
    const done = await this.untilDone(
      () =>
        this.others.run(() => receiveRefused(this.database, device, envelope, { topic, payload, receivedAt, refused })),
      never,
      { device, aside: 1 },
    );
    if (done === null) return this.quarantine([{ pending, refused: unknownDevice(device) }]);
    if (done.fresh) ingestMetrics.quarantined.inc({ reason: refused.reason });
    else ingestMetrics.duplicates.inc();
    this.acknowledge(device, envelope.kind, envelope.boot, done.received);
  }

  private async quarantine(all: { pending: PendingMessage; refused: Refused }[]): Promise<void> {
    const list = all.filter(({ pending, refused }) => this.gate.isQuarantined(pending.payload, refused));
    if (list.length === 0) return;
    const rows = list.map(({ pending: { topic, payload, receivedAt }, refused }) => ({
      topic,
      payload,
      receivedAt,
      refused,
    }));
    await this.untilDone(() => this.others.run(() => quarantine(this.database.manager, rows)), never, {
      aside: list.length,
    });
    for (const { pending, refused } of list) {
      ingestMetrics.quarantined.inc({ reason: refused.reason });
      if (refused.reason !== 'unknownDevice' && upTopicOf(pending.topic)?.kind === 'sos') sosMetrics.refused.inc();
    }
  }

  /** Sent right after the commit; a lost acknowledgement costs a repeat, never data. */
  private acknowledge(device: string, topic: string, boot: number, received: Ranges): void {
    const ack = { topic, boot, ...acknowledgement(received, gapLimit) };
    step('mqtt down/ack', () => this.answer(downTopic(device, 'ack'), JSON.stringify(ack)), { kind: 'producer' }).catch(
      () => this.log.debug({ device }, 'the acknowledgement did not leave; the device will send again'),
    );
  }
}

const pendingOf = (list: readonly Received<unknown>[]): PendingMessage[] => list.map(({ pending }) => pending);

function append<A extends { device: string }>(to: Map<string, Received<A>[]>, received: Received<A>): void {
  const list = to.get(received.alert.device);
  if (list === undefined) to.set(received.alert.device, [received]);
  else list.push(received);
}
