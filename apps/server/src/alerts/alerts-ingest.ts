import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { downTopic } from '@headland/contracts/device/envelope';
import { acknowledgement, type Ranges } from '@headland/domain/received-ranges';
import { RecordFaultMessage } from '../faults/record-fault-message.command';
import { LOG } from '../platform/log';
import { ingestMetrics } from '../platform/metrics';
import type { Held } from '../platform/mqtt/device-link';
import { RecordSosMessage } from '../sos/record-sos-message.command';
import type { Decoded, Refused } from '../platform/mqtt/decode';
import { quarantine } from '../platform/mqtt/quarantine';
import { LiveStatuses } from './live-statuses';
import { mayPass } from '../platform/mqtt/may-pass';

type Alert = Extract<Decoded, { kind: 'sos' | 'fault' }>;
interface Received {
  held: Held;
  alert: Alert;
}

/** Devices whose messages are committed at the same time. */
const devicesAtOnce = 8;
/** Gaps named in one acknowledgement. */
const gapLimit = 50;
/** Attempts of a message that fails for a reason of its own, before it is put aside. */
const ownAttempts = 3;
const longestPauseMs = 2_000;

/**
 * SOS calls and faults, one transaction each. Calls go before faults; messages of one device stay in their order, several devices go at once. What
 * can't be read or written is put aside and never blocks; while the database is away everything waits and nothing is acknowledged.
 */
@Injectable()
export class AlertsIngest {
  private readonly statuses = new LiveStatuses();
  private answer: (topic: string, payload: string) => Promise<void> = () => Promise.resolve();
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
    private readonly commands: CommandBus,
  ) {}

  /** How `down/ack` leaves. */
  answerWith(publish: (topic: string, payload: string) => Promise<void>): void {
    this.answer = publish;
  }

  stop(): void {
    this.stopping = true;
  }

  /** Resolves when each message is committed or put aside. Rejects only when the process ends. */
  async commit(batch: Held[]): Promise<void> {
    const calls = new Map<string, Received[]>();
    const faults = new Map<string, Received[]>();
    for (const held of batch) {
      const { decoded } = held;
      if (!decoded.ok) await this.putAside(held, decoded);
      else if (decoded.kind === 'status') this.statuses.hear(decoded.device, decoded.message, held);
      else if (decoded.kind === 'sos' || decoded.kind === 'fault') {
        const byDevice = decoded.kind === 'sos' ? calls : faults;
        byDevice.set(decoded.device, [...(byDevice.get(decoded.device) ?? []), { held, alert: decoded }]);
      }
    }
    await this.record([...calls.values()]);
    await this.record([...faults.values()]);
  }

  private async record(devices: Received[][]): Promise<void> {
    const queue = devices.values();
    const inTurn = async (): Promise<void> => {
      for (const messages of queue) for (const message of messages) await this.recordOne(message);
    };
    await Promise.all(Array.from({ length: Math.min(devicesAtOnce, devices.length) }, inTurn));
  }

  private async recordOne(received: Received): Promise<void> {
    const { held, alert } = received;
    let own = 0;
    for (let attempt = 0; ; attempt++) {
      const stopTimer = ingestMetrics.commit.startTimer();
      try {
        const result = await this.issue(received);
        stopTimer();
        if (result.outcome === 'unknownDevice') return await this.putAside(held, refusal(alert, 'unknownDevice', 'nobody registered this device'));
        if (result.outcome === 'implausibleTime') ingestMetrics.quarantined.inc({ reason: 'implausibleTime' });
        else if (result.outcome === 'duplicate') ingestMetrics.duplicates.inc();
        else ingestMetrics.messages.inc();
        this.acknowledge(alert, result.received);
        return;
      } catch (error) {
        if (this.stopping) throw error;
        const passes = mayPass(error);
        if (!passes && ++own >= ownAttempts) return await this.giveUp(received, error);
        ingestMetrics.retries.inc();
        this.log[passes ? 'warn' : 'error'](
          { error: (error as Error).message, device: alert.device, kind: alert.kind, attempt },
          'alert not committed, trying again; it is not acknowledged meanwhile',
        );
        await wait(Math.min(25 * 2 ** attempt, longestPauseMs));
      }
    }
  }

  private issue({ held, alert }: Received): Promise<{ outcome: 'recorded' | 'duplicate' | 'implausibleTime'; received: Ranges } | { outcome: 'unknownDevice' }> {
    const status = this.statuses.of(alert.device, alert.message.boot);
    if (alert.kind === 'sos') return this.commands.execute(new RecordSosMessage(alert.device, alert.message, held.receivedAt, status));
    return this.commands.execute(new RecordFaultMessage(alert.device, alert.message, held.receivedAt, status, held));
  }

  /** A message that the schema let through and the transaction can't digest: aside with it, loudly, so that the next call gets through. */
  private async giveUp({ held, alert }: Received, error: unknown): Promise<void> {
    this.log.error({ error, device: alert.device, kind: alert.kind }, 'an alert could not be recorded and was put aside: look at once');
    await this.putAside(held, refusal(alert, 'data', (error as Error).message.slice(0, 500)));
  }

  private async putAside(held: Held, refused: Refused): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await quarantine(this.database.manager, [{ topic: held.topic, payload: held.payload, receivedAt: held.receivedAt, refused }]);
        ingestMetrics.quarantined.inc({ reason: refused.reason });
        return;
      } catch (error) {
        if (this.stopping) throw error;
        if (!mayPass(error) && attempt >= ownAttempts) {
          this.log.error({ error, topic: held.topic }, 'a message could not even be put aside and is dropped');
          return;
        }
        await wait(Math.min(25 * 2 ** attempt, longestPauseMs));
      }
    }
  }

  /** At once after the commit; a lost one costs a repeat, never data. */
  private acknowledge({ device, kind, message }: Alert, received: Ranges): void {
    const ack = { topic: kind, boot: message.boot, ...acknowledgement(received, gapLimit) };
    this.answer(downTopic(device, 'ack'), JSON.stringify(ack)).catch(() => this.log.debug({ device }, 'the acknowledgement did not leave; the device will send again'));
  }
}

const refusal = ({ device }: Alert, reason: Refused['reason'], detail: string): Refused => ({ ok: false, device, reason, detail });
