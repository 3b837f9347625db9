import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from './config';
import { standbyCounts, type StandbyCounts } from './database/standbys';
import { doorOf, openDoor } from './device-door';
import { SingleDuties } from './jobs/single-duties';
import { LOG } from './log';
import { doorMetrics, exportInstallation, installationMetrics, mosquittoMetrics } from './metrics';

const everyMs = 15_000;
const doorEveryMs = 60_000;

/** Topics of Mosquitto under `$SYS/broker/`, and what becomes of their values. */
const brokerTopics: Record<string, (broker: string, value: number) => void> = {
  'publish/messages/dropped': (broker, value) => {
    mosquittoMetrics.dropped.reset();
    mosquittoMetrics.dropped.inc({ broker }, value);
  },
  'store/messages/count': (broker, value) => mosquittoMetrics.stored.set({ broker }, value),
  'retained messages/count': (broker, value) => mosquittoMetrics.retained.set({ broker }, value),
  'clients/connected': (broker, value) => mosquittoMetrics.clients.set({ broker }, value),
};
const sys = '$SYS/broker/';

/**
 * Metrics of what all processes share: the log, the queues, the database, the broker. One jobs process reads them, so
 * that they are not exported several times with different ages.
 */
@Injectable()
export class InstallationMetrics {
  private isHere = false;
  private broker: MqttClient | null = null;

  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {
    duties.register({
      name: 'metrics',
      start: () => {
        this.isHere = true;
        this.listen();
      },
      stop: () => this.forget(),
    });
    duties.every('metrics of the installation', everyMs, 'metrics were not read', () => this.read());
    const { DEVICE_URL } = config;
    if (DEVICE_URL !== undefined)
      duties.every('door of the devices', doorEveryMs, 'the door of the devices was not tried', () =>
        this.tryDoor(DEVICE_URL),
      );
  }

  private async read(): Promise<void> {
    const [row] = await this.database.query<[Figures]>(figures);
    const queued = await this.database.query<Queued[]>(queuedMessages);
    const standbys = await this.database.query<{ name: string; bytes: string }[]>(standbyLag);
    const [counts] = await this.database.query<[StandbyCounts]>(standbyCounts);
    if (!this.isHere) return;
    const m = installationMetrics;
    m.logLagEvents.set({ reader: 'policies' }, Number(row.lagEvents));
    m.logLagSeconds.set({ reader: 'policies' }, row.lagSeconds);
    m.sosOpen.set(row.sosOpen);
    m.sosOldest.set(row.sosOldest);
    m.backupAt.set(row.backupAt);
    m.connections.set(row.connections);
    m.connectionsLimit.set(row.connectionsLimit);
    m.databaseBytes.set(Number(row.bytes));
    m.oldestTransaction.set(row.oldestTransaction);
    m.transactionIds.set(row.transactionIds);
    for (const { channel, messages, oldest } of queued) {
      m.messagesQueued.set({ channel }, messages);
      m.messagesOldest.set({ channel }, oldest);
    }
    m.replicationLag.reset();
    for (const { name, bytes } of standbys) m.replicationLag.set({ standby: name }, Number(bytes));
    m.standbysSynchronous.set(counts.synchronous);
    m.standbysExpected.set(this.config.DATABASE_STANDBYS);
    exportInstallation(true);
  }

  private async tryDoor(address: string): Promise<void> {
    const { isOpen, validTo } = await openDoor(address);
    if (!this.isHere) return;
    const door = doorOf(address);
    doorMetrics.open.set({ door }, isOpen ? 1 : 0);
    // of a door that is shut the last certificate still ends when it does
    if (validTo !== null) doorMetrics.certificateEnd.set({ door }, validTo.getTime() / 1_000);
  }

  /** `$SYS` of a Mosquitto. Another broker refuses the subscription or sends nothing: then there are no such metrics. */
  private listen(): void {
    const { MQTT_URL, MQTT_USERNAME, MQTT_PASSWORD } = this.config;
    const broker = mqtt.connect(MQTT_URL, {
      clientId: 'headland-metrics',
      username: MQTT_USERNAME,
      password: MQTT_PASSWORD,
      reconnectPeriod: 5_000,
    });
    broker.on('connect', () => broker.subscribe(Object.keys(brokerTopics).map((topic) => sys + topic)));
    broker.on('message', (topic, payload) => {
      const value = Number(payload.toString());
      if (Number.isFinite(value)) brokerTopics[topic.slice(sys.length)]?.(new URL(MQTT_URL).host, value);
    });
    // what was is not what is
    broker.on('close', () => Object.values(mosquittoMetrics).forEach((metric) => metric.reset()));
    broker.on('error', (error) => this.log.debug({ error: error.message }, 'metrics: broker connection'));
    this.broker = broker;
  }

  private async forget(): Promise<void> {
    this.isHere = false;
    exportInstallation(false);
    await this.broker?.endAsync(true);
    this.broker = null;
  }
}

interface Figures {
  lagEvents: string;
  lagSeconds: number;
  sosOpen: number;
  sosOldest: number;
  backupAt: number;
  connections: number;
  connectionsLimit: number;
  bytes: string;
  oldestTransaction: number;
  transactionIds: number;
}
interface Queued {
  channel: string;
  messages: number;
  oldest: number;
}

const figures = `
  WITH reader AS (SELECT coalesce(max(number), 0) AS number FROM log_reader WHERE name = 'policies'),
    next AS (SELECT at FROM event_log WHERE number > (SELECT number FROM reader) ORDER BY number LIMIT 1)
  SELECT greatest(0, coalesce((SELECT max(number) FROM event_log), 0) - (SELECT number FROM reader)) AS "lagEvents",
    coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - at)) FROM next), 0)::float8 AS "lagSeconds",
    sos.open AS "sosOpen", sos.oldest AS "sosOldest",
    coalesce((SELECT extract(epoch FROM made_at) FROM last_backup), 0)::float8 AS "backupAt",
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
    current_setting('max_connections')::int AS "connectionsLimit",
    pg_database_size(current_database()) AS bytes,
    coalesce((SELECT max(extract(epoch FROM clock_timestamp() - xact_start)) FROM pg_stat_activity
      WHERE backend_type = 'client backend'), 0)::float8 AS "oldestTransaction",
    (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS "transactionIds"
  FROM (SELECT count(*)::int AS open, coalesce(max(extract(epoch FROM clock_timestamp() - received_at)), 0)::float8 AS oldest
    FROM sos_call WHERE status = 'raised') AS sos`;

// of a notice one may wait for the morning: until an attempt has failed it waits since its time has come
const queuedMessages = `
  SELECT channel, count(d.id)::int AS messages,
    coalesce(max(greatest(0, extract(epoch FROM clock_timestamp() -
      CASE WHEN d.subject = 'notice' AND d.problem IS NULL THEN greatest(d.created_at, d.next_try_at) ELSE d.created_at END))), 0)::float8 AS oldest
  FROM unnest(ARRAY['push', 'sms', 'email', 'panel', 'app']) AS channel
    LEFT JOIN (SELECT * FROM delivery WHERE state = 'queued') d USING (channel) GROUP BY channel`;

// of a standby that this account may not look at there is no figure, rather than 0
const standbyLag = `
  SELECT application_name || ' ' || coalesce(host(client_addr), 'local') AS name,
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS bytes
  FROM pg_stat_replication WHERE NOT pg_is_in_recovery() AND replay_lsn IS NOT NULL`;
