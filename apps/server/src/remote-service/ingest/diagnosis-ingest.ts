import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { correct } from '@headland/domain/device-clock';
import { add, has, noRanges, parseMultirange, upTo, type Ranges } from '@headland/domain/received-ranges';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';
import { advisoryLockClasses } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';
import { ChangeNotifier } from '../../platform/database/change-notifier';
import { Change, type Emit } from '../../platform/event-log/change';
import { Semaphore } from '../../platform/semaphore';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import { type Decoded, type Refused, unknownDevice } from '../../platform/mqtt/decode';
import { storeReceived } from '../../platform/mqtt/deduplicate';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { quarantine } from '../../platform/mqtt/quarantine';
import { receiveRefused } from '../../platform/mqtt/receive-refused';
import { system } from '../../platform/caller';
import type { AckSchedule } from '../../platform/mqtt/ack-schedule';
import { applyFlashMessage, type Answer, type AppliedFlashMessage } from '../reprogram/apply-flash-message.tx';
import {
  applySessionMessage,
  applyStreamMessage,
  type AppliedMessage,
  type MessageTarget,
} from '../remote-diagnosis/apply-session-message.tx';
import { ServeBlocks } from '../reprogram/serve-blocks';
import { DeviceMessages } from '../remote-diagnosis/device-messages';
import { SessionClocks } from './session-clocks';

type DiagnosisMessage = Extract<Decoded, { kind: 'diag' | 'stream' | 'flash' }>;
interface Received {
  pending: PendingMessage;
  message: DiagnosisMessage;
}
interface Stream {
  topic: string;
  boot: number;
  received: Ranges;
  /** of its last new message, epoch ms */
  receivedAt: number;
  isChanged: boolean;
}

/** Devices whose messages are committed concurrently, and attempts for a message that is rejected for its data. */
const devicesAtOnce = 8;
const ownAttempts = 3;
/** A message that fills a gap, and is older, was overtaken by others. */
const lateMs = 2_000;

/**
 * Ingest of session messages: those of one device in order and in one transaction, several devices concurrently.
 * Duplicates count once; messages that match no request are counted and acknowledged all the same, or the device would
 * resend them for ever. While the database is away everything waits.
 */
@Injectable()
export class DiagnosisIngest implements OnApplicationShutdown {
  private stopping = false;
  private readonly transactions = new Semaphore(devicesAtOnce);
  private readonly clocks = new SessionClocks();
  private acks: Pick<AckSchedule, 'committed'> = { committed: () => undefined };
  /** vehicles with progress of a program transfer */
  private readonly programs: ChangeNotifier;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
    private readonly change: Change,
    private readonly device: DeviceMessages,
    private readonly blocks: ServeBlocks,
    private readonly dataErrors: DataErrors,
    private readonly gate: GarbageGate,
  ) {
    this.programs = new ChangeNotifier((ids) => database.query("SELECT pg_notify('flash', $1)", [ids]));
  }

  acknowledgeWith(acks: Pick<AckSchedule, 'committed'>): void {
    this.acks = acks;
  }
  /** A subscription begins: what fails is retried. */
  begin(): void {
    this.stopping = false;
  }
  /** It ends: what fails is not retried but left to the broker, so that no failure keeps the next subscription waiting. */
  stop(): void {
    this.stopping = true;
  }
  onApplicationShutdown(): void {
    this.programs.stop();
  }

  /** Resolves when each message is committed or in quarantine. Rejects only on shutdown. */
  async commit(batch: PendingMessage[]): Promise<void> {
    const byDevice = new Map<string, Received[]>();
    for (const pending of batch) {
      const { decoded } = pending;
      if (!decoded.ok) await this.retry(() => this.putAside(pending, decoded), decoded.device, never);
      else if (decoded.kind === 'diag' || decoded.kind === 'stream' || decoded.kind === 'flash')
        byDevice.set(decoded.device, [...(byDevice.get(decoded.device) ?? []), { pending, message: decoded }]);
    }
    await Promise.all(Array.from(byDevice, ([deviceId, messages]) => this.record(deviceId, messages)));
  }

  /** All of a device together; if one of them is rejected for its data, one by one, and that one is quarantined. */
  private async record(deviceId: string, messages: Received[]): Promise<void> {
    try {
      await this.retry(
        () => this.transactions.run(() => this.write(deviceId, messages)),
        deviceId,
        (error) => (messages.length > 1 ? isMessageFault(error) : this.dataErrors.mayQuarantine(error, deviceId)),
      );
      this.dataErrors.committed();
    } catch (error) {
      if (this.stopping) throw error;
      if (messages.length > 1) for (const message of messages) await this.record(deviceId, [message]);
      else for (const message of messages) await this.giveUp(deviceId, message, error);
    }
  }

  private async giveUp(device: string, { pending, message }: Received, error: unknown): Promise<void> {
    this.log.error(
      { error, device, kind: message.kind },
      'a session message could not be recorded and is put aside for its data',
    );
    const detail = (error as Error).message.slice(0, 500);
    await this.retry(
      () => this.quarantine([{ pending, refused: { ok: false, device, reason: 'data', detail } }]),
      device,
      never,
    );
  }

  private async putAside(pending: PendingMessage, refused: Refused): Promise<void> {
    const { device, envelope } = refused;
    if (device === null || envelope === undefined) return this.quarantine([{ pending, refused }]);
    const { topic, payload, receivedAt } = pending;
    const done = await receiveRefused(this.database, device, envelope, { topic, payload, receivedAt, refused });
    if (done === null) return this.quarantine([{ pending, refused: unknownDevice(device) }]);
    if (done.fresh) ingestMetrics.quarantined.inc({ reason: refused.reason });
    else ingestMetrics.duplicates.inc();
    const stream = { topic: envelope.kind, boot: envelope.boot, received: done.received };
    this.acks.committed(`${done.deviceKey} ${stream.topic} ${stream.boot}`, device, stream);
  }

  private retry(act: () => Promise<void>, device: string | null, givesUp: (error: unknown) => boolean): Promise<void> {
    return untilCommitted(act, {
      stopping: () => this.stopping,
      givesUp,
      attempts: ownAttempts,
      onRetry: ({ message }, attempt) =>
        this.log.warn(
          { error: message, attempt, device },
          'session message not committed, trying again; it is not acknowledged meanwhile',
        ),
    });
  }

  private async write(deviceId: string, messages: Received[]): Promise<void> {
    const foreign: { pending: PendingMessage; refused: Refused }[] = [];
    const aborts: MessageTarget[] = [];
    const disconnects: MessageTarget[] = [];
    const asks: NonNullable<AppliedMessage['ask']>[] = [];
    const clocks = this.clocks.begin();
    const answers: Answer[] = [];
    const moved = new Set<number>();
    const done = await this.change.run(system, async (tx, emit) => {
      const [device] = await tx.query<{ key: number }[]>('SELECT key FROM device WHERE id = $1', [deviceId]);
      if (device === undefined) return null;
      await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLockClasses.device}, $1)`, [device.key]);
      const streams = await this.streamsOf(tx, device.key, messages);
      for (const { pending, message } of messages) {
        const stream = streams.get(`${message.kind} ${message.message.boot}`);
        if (stream === undefined) continue;
        const { seq, ts } = message.message;
        const isUsed = has(stream.received, seq);
        const seen = { key: device.key, boot: stream.boot, ts, receivedAt: pending.receivedAt };
        if (isUsed && !(await clocks.isAnew(tx, seen, stream.receivedAt))) {
          ingestMetrics.duplicates.inc();
          continue;
        }
        if (isUsed) stream.received = noRanges;
        stream.receivedAt = pending.receivedAt;
        stream.isChanged = true;
        const fillsGap = upTo(stream.received) > seq;
        stream.received = add(stream.received, seq);
        const outcome = await this.apply(tx, emit, clocks, device.key, { pending, message }, fillsGap);
        if (outcome.outcome === 'foreign')
          foreign.push({
            pending,
            refused: { ok: false, device: deviceId, reason: 'data', detail: 'no such session of this device' },
          });
        if (outcome.abort) aborts.push(outcome.abort);
        if (outcome.disconnect) disconnects.push(outcome.disconnect);
        if (outcome.ask) asks.push(outcome.ask);
        if (outcome.answer) answers.push(outcome.answer);
        if (outcome.vehicleId !== undefined) moved.add(outcome.vehicleId);
        ingestMetrics.messages.inc();
      }
      await this.quarantine(foreign, tx);
      // a repeat is no new message: the day after which numbers may be used anew counts from the last of those
      for (const { topic, boot, received, receivedAt, isChanged } of streams.values())
        if (isChanged) await storeReceived(tx, { deviceKey: device.key, topic, boot }, received, new Date(receivedAt));
      return { key: device.key, streams: [...streams.values()] };
    });
    if (done === null) {
      return this.quarantine(
        messages.map(({ pending }) => ({
          pending,
          refused: unknownDevice(deviceId),
        })),
      );
    }
    clocks.keep();
    for (const stream of done.streams)
      this.acks.committed(`${done.key} ${stream.topic} ${stream.boot}`, deviceId, stream);
    this.programs.add(moved);
    for (const { deviceId: id, token } of aborts) this.device.abort(id, token);
    for (const { deviceId: id, token } of disconnects) this.device.disconnect(id, token);
    for (const { deviceId: id, message } of asks) this.device.askNext(id, message);
    // not awaited: the device's next message need not wait for its blocks
    for (const answer of answers) void this.blocks.answer(answer);
  }

  private async streamsOf(tx: Tx, key: number, messages: Received[]): Promise<Map<string, Stream>> {
    const streams = new Map<string, Stream>();
    for (const { message } of messages) {
      const id = `${message.kind} ${message.message.boot}`;
      if (streams.has(id)) continue;
      const [row] = await tx.query<{ received: string; received_at: Date }[]>(
        'SELECT received::text, received_at FROM device_stream WHERE device_key = $1 AND topic = $2 AND boot = $3',
        [key, message.kind, message.message.boot],
      );
      streams.set(id, {
        topic: message.kind,
        boot: message.message.boot,
        received: row ? parseMultirange(row.received) : [],
        receivedAt: row?.received_at.getTime() ?? 0,
        isChanged: false,
      });
    }
    return streams;
  }

  private async apply(
    tx: Tx,
    emit: Emit,
    clocks: ReturnType<SessionClocks['begin']>,
    key: number,
    { pending, message }: Received,
    fillsGap: boolean,
  ): Promise<AppliedMessage & AppliedFlashMessage> {
    const { boot, seq, ts } = message.message;
    // only a device with a pending connect request can report that it is connected
    const sync = message.kind === 'diag' && message.message.state === 'connected';
    const clock = await clocks.at(tx, {
      key,
      boot,
      topic: message.kind,
      seq,
      ts,
      receivedAt: pending.receivedAt,
      sync,
    });
    const late = fillsGap && pending.receivedAt - correct(ts, clock.offsetMs) > lateMs;
    const from = { deviceId: message.device, receivedAt: pending.receivedAt, late, ...clock };
    if (message.kind === 'diag') return applySessionMessage(tx, emit, message.message, from);
    if (message.kind === 'stream') return applyStreamMessage(tx, message.message, from);
    return applyFlashMessage(tx, emit, message.message, from);
  }

  private async quarantine(
    all: { pending: PendingMessage; refused: Refused }[],
    tx: Tx = this.database.manager,
  ): Promise<void> {
    const list = all.filter(({ pending, refused }) => this.gate.isQuarantined(pending.payload, refused));
    await quarantine(
      tx,
      list.map(({ pending, refused }) => ({
        topic: pending.topic,
        payload: pending.payload,
        receivedAt: pending.receivedAt,
        refused,
      })),
    );
    for (const { refused } of list) ingestMetrics.quarantined.inc({ reason: refused.reason });
  }
}
