import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import type { Posture } from '@headland/domain/rollover';
import { DeviceDirectory, type KnownDevice } from '../devices/device-directory.reads';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { StandBy } from '../../platform/jobs/stand-by';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import { clientIdOf } from '../../platform/mqtt/client-id';
import { Publisher } from '../../platform/mqtt/publisher';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { DeviceLink } from '../../platform/mqtt/device-link';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { receivedSpan } from '../../platform/mqtt/received-span';
import { currentSpan, step } from '../../platform/tracing/span';
import { noTracing, Tracing } from '../../platform/tracing/tracing';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';
import { RecordTiltRollover } from './record-tilt-rollover.command';
import { AckSchedule } from '../../platform/mqtt/ack-schedule';
import { DeviceTraffic } from './device-traffic';
import { unknownDevice, upTopicOf, type Decoded, type Refused } from '../../platform/mqtt/decode';
import { quarantine } from '../../platform/mqtt/quarantine';
import { StreamCache, type Boot } from './stream-cache';
import type { FanoutSender } from '../../platform/fanout/fanout';
import { fanoutSender } from '../../platform/fanout/open-fanout';
import { TelemetryBatch } from './telemetry-batch';
import { TelemetryWriter } from './telemetry-writer';
import { fleetChangeLine, type PackedChange } from '../vehicles/fleet-change.reads';

/** Everything that devices say, so that no kind vanishes unseen: telemetry goes to this process alone, and what others hear is few beside it. */
const topic = 'tms/v1/+/up/#';
/** What earlier versions subscribed to, one by one; a broker that kept the session would send those messages twice. */
const formerTopics = (['telemetry', 'engine', 'status'] as const).map((kind) => upTopic('+', kind));
/** Processes beside each other whose batches are as large as those of one: what gathers for longer is late. */
const mostShares = 3;
const nobody: ReadonlySet<number> = new Set();
const serializationFailure = '40001';
/** Kinds that other subscriptions commit. */
const ofOthers: ReadonlySet<string> = new Set<UpKind>(['sos', 'fault', 'diag', 'stream', 'flash']);

/** The telemetry process: telemetry, engine and status of every device, committed in batches and acknowledged after. */
@Injectable()
export class TelemetryIngest implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;
  private readonly writer: TelemetryWriter;
  private readonly cache: StreamCache;
  private readonly acks: AckSchedule;
  private readonly postures = new Map<number, Posture>();
  /** tells api processes what was committed; null where nothing is subscribed to */
  private fanout: FanoutSender | null = null;
  readonly traffic: DeviceTraffic;
  private stopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly devices: DeviceDirectory,
    private readonly commands: CommandBus,
    private readonly health: Health,
    // not over the subscription: the broker's answers would stand behind everything that it has queued there
    publisher: Publisher,
    private readonly dataErrors: DataErrors,
    private readonly gate: GarbageGate,
    private readonly standBy: StandBy,
    private readonly tracing: Tracing = noTracing,
  ) {
    standBy.register('ingest', { start: (dealt) => this.subscribe(dealt), stop: (lost) => this.unsubscribe(lost) });
    this.writer = new TelemetryWriter(config, log, () => this.fanout?.watched ?? nobody);
    this.cache = new StreamCache(database);
    this.traffic = new DeviceTraffic(database, log);
    this.acks = new AckSchedule((topic, payload) => publisher.publish(topic, payload));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!runs(this.config, 'ingest')) return;
    await this.devices.start();
    this.health.add(
      'broker',
      () => !this.standBy.worksAt('ingest') || this.link?.connected === true || 'no connection to the broker',
    );
  }

  /** Another process may have written since this one was subscribed last: nothing of then is believed. */
  private async subscribe(dealt: boolean): Promise<void> {
    this.stopping = false;
    await this.devices.start();
    this.cache.clear();
    this.postures.clear();
    const clientId = clientIdOf(this.config, 'ingest', dealt);
    this.fanout = fanoutSender(this.config, clientId, this.log);
    // half of the messages in as many batches would cost twice as much each
    const shares = dealt ? mostShares : 1;
    this.link = new DeviceLink({
      url: this.config.MQTT_URL,
      username: this.config.MQTT_USERNAME,
      password: this.config.MQTT_PASSWORD,
      clientId,
      endsWithConnection: dealt,
      topics: [dealt ? `$share/ingest/${topic}` : topic],
      formerTopics: dealt ? [] : formerTopics,
      receiveMaximum: this.config.INGEST_RECEIVE_MAXIMUM,
      maxBatch: this.config.INGEST_BATCH,
      gatherMs: (perSecond) => (perSecond > 1_000 / shares ? shares * this.config.INGEST_LINGER_MS : 0),
      decode: (from, payload) => (ofOthers.has(upTopicOf(from)?.kind ?? '') ? null : this.gate.decode(from, payload)),
      onBatch: (batch) =>
        this.tracing.root(
          'mqtt telemetry',
          'ratio',
          () => receivedSpan(batch),
          () => this.commit(batch),
        ),
      leavesShare: 0.1,
      log: this.log,
    });
    this.link.start();
    this.acks.start();
    this.traffic.start();
  }

  /** What fails from here on is not retried but left to the broker, so that no failure keeps the next subscription waiting. */
  private async unsubscribe(lost: boolean): Promise<void> {
    this.stopping = true;
    await this.link?.stop(lost);
    this.link = null;
    this.acks.stop();
    await this.fanout?.stop();
    this.fanout = null;
    await this.traffic.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.standBy.end();
    await this.writer.end();
  }

  /** Resolves when everything of the batch is committed or quarantined; whatever else fails is tried for ever. Rejects only when the process ends. */
  async commit(batch: PendingMessage[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    try {
      await this.untilDone(
        () => this.write(batch),
        batch.length,
        // a batch is halved until what is refused stands alone: it must not stop the stream
        (error) =>
          batch.length > 1 ? isMessageFault(error) : this.dataErrors.mayQuarantine(error, first.decoded.device),
      );
      this.dataErrors.committed();
    } catch (error) {
      if (this.stopping) throw error;
      const half = batch.length >> 1;
      if (half === 0) return this.putAside(first, (error as Error).message);
      await this.commit(batch.slice(0, half));
      await this.commit(batch.slice(half));
    }
  }

  private async putAside({ topic, payload, receivedAt, decoded }: PendingMessage, why: string): Promise<void> {
    const refused = { ok: false as const, device: decoded.device, reason: 'data' as const, detail: why.slice(0, 500) };
    this.log.error({ error: why, topic }, 'telemetry: a message was refused for its data and is put aside');
    await this.untilDone(() => quarantine(this.database, [{ topic, payload, receivedAt, refused }]), 1, never);
    ingestMetrics.quarantined.inc({ reason: 'data' });
  }

  private async untilDone(
    work: () => Promise<void>,
    messages: number,
    givesUp: (error: unknown) => boolean,
  ): Promise<void> {
    const stopTimer = ingestMetrics.commit.startTimer();
    await untilCommitted(work, {
      stopping: () => this.stopping,
      givesUp,
      onRetry: ({ message }, attempt) =>
        this.log.warn(
          { error: message, attempt, messages },
          'telemetry: commit failed, trying again; nothing is acknowledged meanwhile',
        ),
    });
    stopTimer();
  }

  private async write(held: PendingMessage[]): Promise<void> {
    for (const part of await this.writer.parts(held)) await step('write', () => this.writeTogether(part));
  }

  private async writeTogether(held: PendingMessage[]): Promise<void> {
    const batch = await step('decode and check', () => this.collect(held));
    let changes: PackedChange[] = [];
    try {
      for (const day of batch.days) await this.writer.ensurePartition(day);
      // before the commit: a crash in between derives it again from the redelivered message, and the open call absorbs it
      for (const r of batch.rollovers) await this.callForHelp(r);
      const inOne = this.writer.takesInOne(batch);
      if (inOne && batch.touchedStreams.size > 0) changes = [await this.writer.simple(batch)];
      else if (!inOne) changes = await this.writer.all(batch);
      batch.committed();
      for (const [key, posture] of batch.postures) this.postures.set(key, posture);
    } catch (error) {
      this.cache.forget(batch.touchedStreams, batch.touchedClocks);
      // another process has written meanwhile, and seen how these machines lie since
      if ((error as { code?: string }).code === serializationFailure)
        for (const { deviceKey } of batch.touchedStreams) this.postures.delete(deviceKey);
      throw error;
    }
    currentSpan()?.set({ 'headland.rows': batch.accepted, 'headland.duplicates': batch.duplicates });
    if (changes.length > 0) this.fanout?.send(fleetChangeLine(changes));
    this.traffic.count(batch.keys, held);
    ingestMetrics.messages.inc(batch.accepted);
    ingestMetrics.duplicates.inc(batch.duplicates);
    ingestMetrics.deferred.inc(batch.deferred);
    ingestMetrics.gapsGivenUp.inc(batch.givenUp);
    for (const q of batch.quarantined) ingestMetrics.quarantined.inc({ reason: q.refused.reason });
    for (const stream of batch.touchedStreams) this.acks.committed(stream, stream.device, stream);
  }

  /** A trace of its own, which names the batch that it came with. */
  private callForHelp({ device, at, deviceTs, sample }: TelemetryBatch['rollovers'][number]): Promise<void> {
    const batch = currentSpan();
    return this.tracing.root(
      'tilt rollover',
      'always',
      () => ({ attributes: { 'headland.device': device.id }, links: batch === undefined ? [] : [batch] }),
      () => this.commands.execute(new RecordTiltRollover(device.id, at, deviceTs, sample)),
    );
  }

  private async collect(held: PendingMessage[]): Promise<TelemetryBatch & { keys: Int32Array }> {
    const devices = await this.devicesOf(held);
    const order = byDevice(held, devices);
    this.cache.trim();
    const boots = held.map(({ decoded }, i) => this.bootOf(decoded, devices[i]));
    await this.cache.load();
    const keys = new Int32Array(held.length);
    const batch = new TelemetryBatch(this.postures, (payload, refused) => this.gate.isQuarantined(payload, refused));
    for (const i of order) {
      const from = held[i] as PendingMessage;
      const d = from.decoded;
      const device = devices[i];
      const boot = boots[i];
      const known = batch.duplicates;
      if (!d.ok) batch.refuse(from, d, boot);
      else if (d.kind !== 'telemetry' && d.kind !== 'engine' && d.kind !== 'status')
        batch.refuse(from, { ok: false, device: d.device, reason: 'topic', detail: `${d.kind} is not read here` });
      else if (device === undefined) batch.refuse(from, unknownDevice(d.device));
      else batch.add(from, d, device, boot);
      // the will of a lost connection is the broker's word, not the device's
      if (device && !(d.ok && d.kind === 'status' && !d.message.online))
        keys[i] = batch.duplicates > known ? -device.key : device.key;
    }
    return Object.assign(batch, { keys });
  }

  /** The device of each message; undefined where none is registered. */
  private async devicesOf(held: readonly PendingMessage[]): Promise<(KnownDevice | undefined)[]> {
    const unknown = new Set<string>();
    for (const { decoded } of held)
      if (decoded.device !== null && this.devices.get(decoded.device) === undefined) unknown.add(decoded.device);
    if (unknown.size > 0) await this.devices.find(unknown);
    return held.map(({ decoded }) => (decoded.device === null ? undefined : this.devices.get(decoded.device)));
  }

  /** The start of the device that a message counts in, with its stream; a status has only a clock. Undefined for what names neither. */
  private bootOf(d: Decoded | Refused, device: KnownDevice | undefined): Boot | undefined {
    if (device === undefined) return undefined;
    if (!d.ok) return d.envelope && this.cache.want(device, d.envelope.kind, d.envelope.boot);
    if (d.kind !== 'status') return this.cache.want(device, d.kind, d.message.boot);
    return d.message.boot === undefined ? undefined : this.cache.want(device, null, d.message.boot);
  }
}

/** The places of messages in the order of their devices' keys, so that two processes write in the same order; of one device as they came. */
function byDevice(held: readonly PendingMessage[], devices: readonly (KnownDevice | undefined)[]): number[] {
  // key and place in one number, which is sorted without a function
  const places = new Float64Array(held.length);
  for (let i = 0; i < places.length; i++) places[i] = (devices[i]?.key ?? 0) * mostInBatch + i;
  return Array.from(places.sort(), (both) => both % mostInBatch);
}
const mostInBatch = 2 ** 20;
