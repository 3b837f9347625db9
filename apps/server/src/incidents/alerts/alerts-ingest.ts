import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { downTopic } from '@headland/contracts/device/envelope';
import { acknowledgement, type Ranges } from '@headland/domain/received-ranges';
import { RecordFaultMessage } from '../faults/record-fault-message.command';
import { Semaphore } from '../../platform/semaphore';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { RecordSosMessages } from '../sos/record-sos-messages.command';
import type { Decoded, Refused } from '../../platform/mqtt/decode';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { quarantine } from '../../platform/mqtt/quarantine';
import { LiveStatuses } from './live-statuses';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';

type Sos = Extract<Decoded, { kind: 'sos' }>;
type Fault = Extract<Decoded, { kind: 'fault' }>;
interface Received<A> {
  held: PendingMessage;
  alert: A;
}

/** Transactions at the same time: devices take turns, and no call for help waits for one that faults or rubbish have taken. */
const callsAtOnce = 6;
const othersAtOnce = 3;
/** Presses of one device in one transaction. */
const mostPresses = 200;
/** Gaps named in one acknowledgement. */
const gapLimit = 50;
/** Attempts of a message that is refused for its data, before it is put aside. */
const ownAttempts = 3;

/**
 * SOS calls and faults. Messages of one device stay in their order; between devices the turns are fair: each asks for one transaction at a time, however
 * much it has sent. What cannot be read, or is refused for its data, is put aside and never blocks. Whatever else fails waits, without a turn of its
 * own: nothing is acknowledged that is neither committed nor in quarantine.
 */
@Injectable()
export class AlertsIngest {
  private readonly statuses = new LiveStatuses();
  private readonly calls = new Semaphore(callsAtOnce);
  private readonly others = new Semaphore(othersAtOnce);
  private answer: (topic: string, payload: string) => Promise<void> = () => Promise.resolve();
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
    private readonly commands: CommandBus,
    private readonly dataErrors: DataErrors,
    private readonly gate: GarbageGate,
  ) {}

  /** How `down/ack` leaves. */
  answerWith(publish: (topic: string, payload: string) => Promise<void>): void {
    this.answer = publish;
  }

  stop(): void {
    this.stopping = true;
  }

  /** A status tells only what the clock is worth: there is nothing to commit. */
  note(held: PendingMessage): boolean {
    const { decoded } = held;
    if (!decoded.ok || decoded.kind !== 'status') return false;
    this.statuses.hear(decoded.device, decoded.message, held);
    return true;
  }

  /** Resolves when each message is committed or put aside. Rejects only when the process ends. */
  async commit(batch: PendingMessage[]): Promise<void> {
    const calls = new Map<string, Received<Sos>[]>();
    const faults = new Map<string, Received<Fault>[]>();
    const refused: { held: PendingMessage; refused: Refused }[] = [];
    for (const held of batch) {
      const { decoded } = held;
      if (!decoded.ok) refused.push({ held, refused: decoded });
      else if (decoded.kind === 'sos') append(calls, { held, alert: decoded });
      else if (decoded.kind === 'fault') append(faults, { held, alert: decoded });
      else this.note(held);
    }
    await Promise.all(Array.from(calls.values(), (list) => this.recordCalls(list)));
    await Promise.all([...Array.from(faults.values(), (list) => this.recordFaults(list)), this.putAside(refused)]);
  }

  /** What a device sent until its turn came, together; where one of them is refused for its data, one by one, and that one aside. */
  private async recordCalls(list: Received<Sos>[]): Promise<void> {
    for (let at = 0; at < list.length; at += mostPresses) await this.recordTogether(list.slice(at, at + mostPresses));
  }

  private async recordTogether(list: Received<Sos>[]): Promise<void> {
    const [first] = list;
    if (first === undefined) return;
    const { device } = first.alert;
    const messages = list.map(({ held, alert }) => ({ message: alert.message, receivedAt: held.receivedAt }));
    try {
      const result = await this.untilDone(
        () =>
          this.calls.run(() =>
            this.commands.execute(new RecordSosMessages(device, messages, (boot) => this.statuses.of(device, boot))),
          ),
        (error) => (list.length > 1 ? isMessageFault(error) : this.dataErrors.mayPutAside(error, device)),
        { device, kind: 'sos' },
      );
      if (result.outcome === 'unknownDevice')
        return await this.putAside(list.map(({ held }) => ({ held, refused: unknown(device) })));
      this.dataErrors.committed();
      ingestMetrics.duplicates.inc(result.duplicates);
      ingestMetrics.messages.inc(list.length - result.duplicates);
      for (const [boot, received] of result.received) this.acknowledge(device, 'sos', boot, received);
    } catch (error) {
      if (this.stopping) throw error;
      if (list.length > 1) for (const one of list) await this.recordTogether([one]);
      else await this.giveUp(first, error);
    }
  }

  private async recordFaults(list: Received<Fault>[]): Promise<void> {
    for (const one of list) {
      const { held, alert } = one;
      const { device, message } = alert;
      try {
        const raw = {
          topic: held.topic,
          payload: held.payload,
          keeps: (refused: Refused) => this.gate.keeps(held.payload, refused),
        };
        const result = await this.untilDone(
          () =>
            this.others.run(() =>
              this.commands.execute(
                new RecordFaultMessage(device, message, held.receivedAt, this.statuses.of(device, message.boot), raw),
              ),
            ),
          (error) => this.dataErrors.mayPutAside(error, device),
          { device, kind: 'fault' },
        );
        if (result.outcome === 'unknownDevice') {
          await this.putAside([{ held, refused: unknown(device) }]);
          continue;
        }
        this.dataErrors.committed();
        if (result.outcome === 'implausibleTime')
          ingestMetrics.quarantined.inc({ reason: 'implausibleTime' }, result.kept ? 1 : 0);
        else if (result.outcome === 'duplicate') ingestMetrics.duplicates.inc();
        else ingestMetrics.messages.inc();
        this.acknowledge(device, 'fault', message.boot, result.received);
      } catch (error) {
        if (this.stopping) throw error;
        await this.giveUp(one, error);
      }
    }
  }

  private untilDone<T>(work: () => Promise<T>, givesUp: (error: unknown) => boolean, about: object): Promise<T> {
    const stopTimer = ingestMetrics.commit.startTimer();
    const done = untilCommitted(work, {
      stopping: () => this.stopping,
      givesUp,
      attempts: ownAttempts,
      onRetry: ({ message }, attempt) =>
        this.log.warn(
          { error: message, attempt, ...about },
          'alert not committed, trying again; it is not acknowledged meanwhile',
        ),
    });
    return done.finally(stopTimer);
  }

  private async giveUp({ held, alert }: Received<Sos | Fault>, error: unknown): Promise<void> {
    this.log.error(
      { error, device: alert.device, kind: alert.kind },
      'an alert could not be recorded and is put aside: look at once',
    );
    await this.putAside([
      {
        held,
        refused: { ok: false, device: alert.device, reason: 'data', detail: (error as Error).message.slice(0, 500) },
      },
    ]);
  }

  private async putAside(all: { held: PendingMessage; refused: Refused }[]): Promise<void> {
    const list = all.filter(({ held, refused }) => this.gate.keeps(held.payload, refused));
    if (list.length === 0) return;
    const rows = list.map(({ held: { topic, payload, receivedAt }, refused }) => ({
      topic,
      payload,
      receivedAt,
      refused,
    }));
    await this.untilDone(() => this.others.run(() => quarantine(this.database.manager, rows)), never, {
      aside: list.length,
    });
    for (const { refused } of list) ingestMetrics.quarantined.inc({ reason: refused.reason });
  }

  /** At once after the commit; a lost one costs a repeat, never data. */
  private acknowledge(device: string, topic: 'sos' | 'fault', boot: number, received: Ranges): void {
    const ack = { topic, boot, ...acknowledgement(received, gapLimit) };
    this.answer(downTopic(device, 'ack'), JSON.stringify(ack)).catch(() =>
      this.log.debug({ device }, 'the acknowledgement did not leave; the device will send again'),
    );
  }
}

const unknown = (device: string): Refused => ({
  ok: false,
  device,
  reason: 'unknownDevice',
  detail: 'nobody registered this device',
});

function append<A extends { device: string }>(to: Map<string, Received<A>[]>, received: Received<A>): void {
  const list = to.get(received.alert.device);
  if (list === undefined) to.set(received.alert.device, [received]);
  else list.push(received);
}
