import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { add, has, parseMultirange, toMultirange, type Ranges } from '@headland/domain/received-ranges';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';
import type { Tx } from '../../platform/database/rows';
import { ChangeNotifier } from '../../platform/database/change-notifier';
import { Change, type Emit } from '../../platform/event-log/change';
import { Semaphore } from '../../platform/semaphore';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import type { Decoded, Refused } from '../../platform/mqtt/decode';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { quarantine } from '../../platform/mqtt/quarantine';
import { system } from '../../platform/caller';
import type { AckSchedule } from '../../platform/mqtt/ack-schedule';
import { applyFlashMessage, type Answer, type AppliedFlashMessage } from '../reprogram/apply-flash-message.tx';
import {
  applySessionMessage,
  applyStreamMessage,
  type AppliedMessage,
  type Told,
} from '../remote-diagnosis/apply-session-message.tx';
import { ServeBlocks } from '../reprogram/serve-blocks';
import { DeviceMessages } from '../remote-diagnosis/device-messages';
import { SessionClocks } from './session-clocks';

type Said = Extract<Decoded, { kind: 'diag' | 'stream' | 'flash' }>;
interface Received {
  held: PendingMessage;
  said: Said;
}
interface Stream {
  topic: string;
  boot: number;
  received: Ranges;
}

/** Devices whose messages are committed at the same time, and attempts of a message that is refused for its data. */
const devicesAtOnce = 8;
const ownAttempts = 3;

/**
 * What terminals say in sessions: of one device in its order and in one transaction, several devices at once. A message counts once; what answers
 * nothing is counted and acknowledged all the same, or the device would send it for ever. While the database is away everything waits.
 */
@Injectable()
export class DiagnosisIngest {
  private stopping = false;
  private readonly turns = new Semaphore(devicesAtOnce);
  private readonly clocks = new SessionClocks();
  private acks: Pick<AckSchedule, 'committed'> = { committed: () => undefined };
  /** vehicles whose program has come further */
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
  stop(): void {
    this.stopping = true;
    this.programs.stop();
  }

  /** Resolves when each message is committed or put aside. Rejects only when the process ends. */
  async commit(batch: PendingMessage[]): Promise<void> {
    const byDevice = new Map<string, Received[]>();
    for (const held of batch) {
      const { decoded } = held;
      if (!decoded.ok) await this.again(() => this.putAside([{ held, refused: decoded }]), never);
      else if (decoded.kind === 'diag' || decoded.kind === 'stream' || decoded.kind === 'flash')
        byDevice.set(decoded.device, [...(byDevice.get(decoded.device) ?? []), { held, said: decoded }]);
    }
    await Promise.all(Array.from(byDevice, ([deviceId, messages]) => this.record(deviceId, messages)));
  }

  /** All of a device together; where one of them is refused for its data, one by one, and that one aside. */
  private async record(deviceId: string, messages: Received[]): Promise<void> {
    try {
      await this.again(
        () => this.turns.run(() => this.write(deviceId, messages)),
        (error) => (messages.length > 1 ? isMessageFault(error) : this.dataErrors.mayPutAside(error, deviceId)),
      );
      this.dataErrors.committed();
    } catch (error) {
      if (this.stopping) throw error;
      if (messages.length > 1) for (const message of messages) await this.record(deviceId, [message]);
      else
        for (const { held } of messages)
          await this.again(
            () =>
              this.putAside([
                {
                  held,
                  refused: {
                    ok: false,
                    device: deviceId,
                    reason: 'data',
                    detail: (error as Error).message.slice(0, 500),
                  },
                },
              ]),
            never,
          );
    }
  }

  private again(act: () => Promise<void>, givesUp: (error: unknown) => boolean): Promise<void> {
    return untilCommitted(act, {
      stopping: () => this.stopping,
      givesUp,
      attempts: ownAttempts,
      onRetry: ({ message }, attempt) =>
        this.log.warn(
          { error: message, attempt },
          'session message not committed, trying again; it is not acknowledged meanwhile',
        ),
    });
  }

  private async write(deviceId: string, messages: Received[]): Promise<void> {
    const foreign: { held: PendingMessage; refused: Refused }[] = [];
    const aborts: Told[] = [];
    const farewells: Told[] = [];
    const asks: NonNullable<AppliedMessage['ask']>[] = [];
    const clocks = this.clocks.begin();
    const answers: Answer[] = [];
    const moved = new Set<number>();
    const done = await this.change.run(system, async (tx, emit) => {
      const [device] = await tx.query<{ key: number }[]>('SELECT key FROM device WHERE id = $1', [deviceId]);
      if (device === undefined) return null;
      await tx.query('SELECT pg_advisory_xact_lock(7203, $1)', [device.key]);
      const streams = await this.streamsOf(tx, device.key, messages);
      for (const { held, said } of messages) {
        const stream = streams.get(`${said.kind} ${said.message.boot}`);
        if (stream === undefined || has(stream.received, said.message.seq)) {
          ingestMetrics.duplicates.inc();
          continue;
        }
        stream.received = add(stream.received, said.message.seq);
        const heard = await this.hear(tx, emit, clocks, device.key, { held, said });
        if (heard.outcome === 'foreign')
          foreign.push({
            held,
            refused: { ok: false, device: deviceId, reason: 'data', detail: 'no such session of this device' },
          });
        if (heard.abort) aborts.push(heard.abort);
        if (heard.farewell) farewells.push(heard.farewell);
        if (heard.ask) asks.push(heard.ask);
        if (heard.answer) answers.push(heard.answer);
        if (heard.vehicleId !== undefined) moved.add(heard.vehicleId);
        ingestMetrics.messages.inc();
      }
      await this.putAside(foreign, tx);
      for (const { topic, boot, received } of streams.values()) {
        await tx.query(
          `INSERT INTO device_stream AS d (device_key, topic, boot, received, received_at) VALUES ($1, $2, $3, $4::text::int4multirange, now())
           ON CONFLICT (device_key, topic, boot) DO UPDATE SET received = excluded.received, version = d.version + 1, received_at = excluded.received_at`,
          [device.key, topic, boot, toMultirange(received)],
        );
      }
      return { key: device.key, streams: [...streams.values()] };
    });
    if (done === null) {
      return this.putAside(
        messages.map(({ held }) => ({
          held,
          refused: { ok: false, device: deviceId, reason: 'unknownDevice', detail: 'nobody registered this device' },
        })),
      );
    }
    clocks.keep();
    for (const stream of done.streams)
      this.acks.committed(`${done.key} ${stream.topic} ${stream.boot}`, deviceId, stream);
    this.programs.tell(moved);
    for (const { deviceId: id, token } of aborts) this.device.abort(id, token);
    for (const { deviceId: id, token } of farewells) this.device.farewell(id, token);
    for (const { deviceId: id, message } of asks) this.device.askNext(id, message);
    // not awaited: the next word of the device need not wait for its blocks
    for (const answer of answers) void this.blocks.answer(answer);
  }

  private async streamsOf(tx: Tx, key: number, messages: Received[]): Promise<Map<string, Stream>> {
    const streams = new Map<string, Stream>();
    for (const { said } of messages) {
      const id = `${said.kind} ${said.message.boot}`;
      if (streams.has(id)) continue;
      const [row] = await tx.query<{ received: string }[]>(
        'SELECT received::text FROM device_stream WHERE device_key = $1 AND topic = $2 AND boot = $3',
        [key, said.kind, said.message.boot],
      );
      streams.set(id, {
        topic: said.kind,
        boot: said.message.boot,
        received: row ? parseMultirange(row.received) : [],
      });
    }
    return streams;
  }

  private async hear(
    tx: Tx,
    emit: Emit,
    clocks: ReturnType<SessionClocks['begin']>,
    key: number,
    { held, said }: Received,
  ): Promise<AppliedMessage & AppliedFlashMessage> {
    const { boot, seq, ts } = said.message;
    // only who has just been asked to connect says that he is connected
    const sync = said.kind === 'diag' && said.message.state === 'connected';
    const clock = await clocks.at(tx, { key, boot, topic: said.kind, seq, ts, receivedAt: held.receivedAt, sync });
    const from = { deviceId: said.device, receivedAt: held.receivedAt, ...clock };
    if (said.kind === 'diag') return applySessionMessage(tx, emit, said.message, from);
    if (said.kind === 'stream') return applyStreamMessage(tx, said.message, from);
    return applyFlashMessage(tx, emit, said.message, from);
  }

  private async putAside(
    all: { held: PendingMessage; refused: Refused }[],
    tx: Tx = this.database.manager,
  ): Promise<void> {
    const list = all.filter(({ held, refused }) => this.gate.keeps(held.payload, refused));
    await quarantine(
      tx,
      list.map(({ held, refused }) => ({
        topic: held.topic,
        payload: held.payload,
        receivedAt: held.receivedAt,
        refused,
      })),
    );
    for (const { refused } of list) ingestMetrics.quarantined.inc({ reason: refused.reason });
  }
}
