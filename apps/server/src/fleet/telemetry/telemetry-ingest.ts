import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import type { Posture } from '@headland/domain/rollover';
import { DeviceDirectory, type KnownDevice } from '../devices/device-directory.reads';
import { databaseTime } from '../../platform/clock';
import { CONFIG, runs, type Config } from '../../platform/config';
import { Health } from '../../platform/health';
import { LOG } from '../../platform/log';
import { ingestMetrics } from '../../platform/metrics';
import { clientIdOf } from '../../platform/mqtt/client-id';
import { Publisher } from '../../platform/mqtt/publisher';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { DeviceLink } from '../../platform/mqtt/device-link';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { isMessageFault } from '../../platform/mqtt/message-fault';
import { never, untilCommitted } from '../../platform/mqtt/retry-until-committed';
import { RecordTiltRollover } from './record-tilt-rollover.command';
import { AckSchedule } from '../../platform/mqtt/ack-schedule';
import { DeviceTraffic } from './device-traffic';
import { upTopicOf, type Decoded, type Refused } from '../../platform/mqtt/decode';
import { quarantine } from '../../platform/mqtt/quarantine';
import { StreamCache, type Boot } from './stream-cache';
import { copyThenQuery } from '../../platform/database/copy-then-query';
import type { FanoutSender } from '../../platform/fanout/fanout';
import { fanoutSender } from '../../platform/fanout/open-fanout';
import { TelemetryBatch } from './telemetry-batch';
import { fleetChangeLine, type PackedChange } from '../vehicles/fleet-change.reads';
import { int4s } from './binary-writer';
import { copyRows, packChangedStates, statements } from './telemetry-batch.sql';
import { oldestDay } from './telemetry-maintenance';
import { lockStates, statesOf, writeClocks, writeConnections, writeEngines } from './write-rare';

/** Everything that devices say, so that no kind vanishes unseen: telemetry goes to this process alone, and what others hear is few beside it. */
const topic = 'tms/v1/+/up/#';
/** What earlier versions subscribed to, one by one; a broker that kept the session would send those messages twice. */
const formerTopics = (['telemetry', 'engine', 'status'] as const).map((kind) => upTopic('+', kind));
/** Kinds that other subscriptions commit. */
const ofOthers: ReadonlySet<string> = new Set<UpKind>(['sos', 'fault', 'diag', 'stream', 'flash']);
const uniqueViolation = '23505';
/** How long a day whose partition could not be made is left alone. */
const partitionPauseMs = 10_000;

/** The telemetry process: telemetry, engine and status of every device, committed in batches and acknowledged after. */
@Injectable()
export class TelemetryIngest implements OnApplicationBootstrap, OnApplicationShutdown {
  private link: DeviceLink | null = null;
  private readonly pool: pg.Pool;
  private readonly cache: StreamCache;
  private readonly acks: AckSchedule;
  private readonly partitions = new Set<string>();
  private readonly partitionAgainAt = new Map<string, number>();
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
  ) {
    // its own connection: a report that fills the shared pool must not hold a commit up
    this.pool = new pg.Pool({
      connectionString: config.DATABASE_URL,
      max: 1,
      application_name: 'headland-ingest',
      connectionTimeoutMillis: 5_000,
      // each row that is written is found by its index, in the order of its lock; a plan is made once
      options:
        '-c timezone=UTC -c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan',
    });
    this.pool.on('error', () => undefined);
    this.cache = new StreamCache(database);
    this.traffic = new DeviceTraffic(database, log);
    this.acks = new AckSchedule((topic, payload) => publisher.publish(topic, payload));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!runs(this.config, 'ingest')) return;
    await this.devices.start();
    this.fanout = fanoutSender(this.config, clientIdOf(this.config, 'ingest'), this.log);
    const shared = this.config.MQTT_SHARED;
    this.link = new DeviceLink({
      url: this.config.MQTT_URL,
      username: this.config.MQTT_USERNAME,
      password: this.config.MQTT_PASSWORD,
      clientId: clientIdOf(this.config, 'ingest'),
      topics: [shared ? `$share/ingest/${topic}` : topic],
      formerTopics: shared ? formerTopics.map((t) => `$share/ingest/${t}`) : formerTopics,
      receiveMaximum: this.config.INGEST_RECEIVE_MAXIMUM,
      maxBatch: this.config.INGEST_BATCH,
      gatherMs: (perSecond) => (perSecond > 1_000 ? this.config.INGEST_LINGER_MS : 0),
      decode: (from, payload) => (ofOthers.has(upTopicOf(from)?.kind ?? '') ? null : this.gate.decode(from, payload)),
      onBatch: (batch) => this.commit(batch),
      leavesShare: 0.1,
      log: this.log,
    });
    this.link.start();
    this.acks.start();
    this.traffic.start();
    this.health.add('broker', () => this.link?.connected === true || 'no connection to the broker');
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.link?.stop();
    this.acks.stop();
    await this.fanout?.stop();
    await this.traffic.stop();
    await this.pool.end();
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
    const batch = await this.collect(held);
    let changes: PackedChange[] = [];
    try {
      for (const day of batch.days) await this.ensurePartition(day);
      // before the commit: a crash in between derives it again from the redelivered message, and the open call absorbs it
      for (const r of batch.rollovers)
        await this.commands.execute(new RecordTiltRollover(r.device.id, r.at, r.deviceTs, r.sample));
      if (batch.simple && batch.touchedStreams.size > 0) changes = [await this.writeSimple(batch)];
      else if (!batch.simple) changes = await this.writeAll(batch);
      batch.committed();
      for (const [key, posture] of batch.postures) this.postures.set(key, posture);
    } catch (error) {
      this.cache.forget(batch.touchedStreams, batch.touchedClocks);
      throw error;
    }
    if (changes.length > 0) this.fanout?.send(fleetChangeLine(changes));
    this.traffic.count(batch.keys, held);
    ingestMetrics.messages.inc(batch.accepted);
    ingestMetrics.duplicates.inc(batch.duplicates);
    ingestMetrics.deferred.inc(batch.deferred);
    ingestMetrics.gapsGivenUp.inc(batch.givenUp);
    for (const q of batch.quarantined) ingestMetrics.quarantined.inc({ reason: q.refused.reason });
    for (const stream of batch.touchedStreams) this.acks.committed(stream, stream.device, stream);
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
      else if (device === undefined)
        batch.refuse(from, {
          ok: false,
          device: d.device,
          reason: 'unknownDevice',
          detail: 'nobody registered this device',
        });
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

  /** Telemetry alone. A row that is there already, though nothing says that its message was received, is left as it is. */
  private async writeSimple(batch: TelemetryBatch): Promise<PackedChange> {
    try {
      return await this.writeCopied(batch);
    } catch (error) {
      if ((error as pg.DatabaseError).code !== uniqueViolation) throw error;
      return this.writeTelemetry(this.pool, batch);
    }
  }

  /** In one round trip: rows are copied, and the statement after them writes states and ranges. */
  private async writeCopied(batch: TelemetryBatch): Promise<PackedChange> {
    if (batch.rows.length === 0) return this.writeTelemetry(this.pool, batch);
    const late = batch.lateParameters();
    const statement = late === null ? statements.copied : statements.copiedLate;
    const values = [...batch.newestParameters(), this.watchedParameter, ...(late ?? [])];
    return this.onConnection(async (client) => {
      const copy = { text: copyRows, rows: batch.rows.copy() };
      const [change] = await copyThenQuery<PackedChange>(client, copy, { ...statement, values });
      return change as PackedChange;
    });
  }

  private async writeTelemetry(client: pg.Pool | pg.PoolClient, batch: TelemetryBatch): Promise<PackedChange> {
    const late = batch.lateParameters();
    const statement = late === null ? statements.inserted : statements.insertedLate;
    const values = [...batch.parameters(), this.watchedParameter, ...(late ?? [])];
    const { rows } = await client.query<PackedChange>({ ...statement, values });
    return rows[0] as PackedChange;
  }

  private get watchedParameter(): Buffer {
    return int4s([...(this.fanout?.watched ?? [])]);
  }

  private writeAll(batch: TelemetryBatch): Promise<PackedChange[]> {
    return this.onConnection(async (client) => {
      await client.query('BEGIN');
      try {
        // one order of locks for all who write: states by vehicle, then devices, then clocks
        await lockStates(client, batch);
        const { number } = await this.writeTelemetry(client, batch);
        await quarantine(
          { query: async (sql: string, values?: unknown[]) => (await client.query(sql, values)).rows } as never,
          batch.quarantined,
        );
        const events = [...(await writeEngines(client, batch)), ...(await writeConnections(client, batch))];
        await writeClocks(client, batch);
        const { rows } = await client.query<PackedChange>(packChangedStates, [
          int4s(statesOf(batch)),
          this.watchedParameter,
        ]);
        if (events.length > 0) await client.query('SELECT append_events($1::jsonb, now())', [JSON.stringify(events)]);
        await client.query('COMMIT');
        return [{ number, map: null, watched: null }, ...rows];
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  /** Ends the connection where the work failed. */
  private async onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    // a server that dies also says so here; the query that waits reports it, and an unheard error would end the process
    const lost = (): void => undefined;
    client.on('error', lost);
    try {
      const result = await work(client);
      client.off('error', lost);
      client.release();
      return result;
    } catch (error) {
      // destroyed, so the listener stays with it: what else the broken connection says concerns nobody
      client.release(error as Error);
      throw error;
    }
  }

  /** Without its partition a day is written into the default one, and moved later (TelemetryMaintenance): never a reason to refuse a message. */
  private async ensurePartition(day: string): Promise<void> {
    if (this.partitions.has(day) || day < oldestDay(databaseTime(), this.config.TELEMETRY_KEEP_DAYS)) return;
    if (performance.now() < (this.partitionAgainAt.get(day) ?? 0)) return;
    try {
      await this.pool.query('SELECT ensure_telemetry_day($1)', [day]);
      this.partitions.add(day);
      this.partitionAgainAt.delete(day);
    } catch (error) {
      this.partitionAgainAt.set(day, performance.now() + partitionPauseMs);
      this.log.warn(
        { error: (error as Error).message, day },
        'telemetry: the partition of a day was not made; its rows go into the default one meanwhile',
      );
    }
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
