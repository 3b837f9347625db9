import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register, Registry } from 'prom-client';

/** Prometheus metrics of a process, at /metrics. Names: headland_<what>_<unit>. */
collectDefaultMetrics({ prefix: 'headland_' });

const memoryGauge = new Gauge({
  name: 'headland_memory_kept_bytes',
  help: 'Heap in use and buffers after the last full collection: what grows here is not garbage',
});
new PerformanceObserver((list) => {
  if (
    !list
      .getEntries()
      .some((e) => (e as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
  )
    return;
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  memoryGauge.set(heap + buffers);
}).observe({ entryTypes: ['gc'] });

/** Of the one jobs process that holds the single duties; of the others even a zero would say something. */
const installation = new Registry();
const registers = [installation];

const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
export const ingestMetrics = {
  subscribed: new Gauge({
    name: 'headland_subscribed',
    help: '1 in the process that holds the subscriptions of its part at the broker, 0 in one that stands by',
    labelNames: ['part'],
  }),
  messages: new Counter({ name: 'headland_ingest_messages_total', help: 'Messages committed' }),
  duplicates: new Counter({ name: 'headland_ingest_duplicates_total', help: 'Messages seen before and counted once' }),
  deferred: new Counter({
    name: 'headland_ingest_deferred_total',
    help: 'Messages left to devices that have too many gaps, or send too much at once; they send them again',
  }),
  gapsGivenUp: new Counter({
    name: 'headland_ingest_gaps_given_up_total',
    help: 'Gaps of devices that never fill one: what the broker dropped of a client without memory',
  }),
  quarantined: new Counter({
    name: 'headland_ingest_quarantined_total',
    help: 'Messages kept aside because they could not be read',
    labelNames: ['reason'],
  }),
  discarded: new Counter({
    name: 'headland_ingest_discarded_total',
    help: 'Messages that could not be read and were not kept: the same again, or more than a device may put into quarantine in an hour',
  }),
  retries: new Counter({
    name: 'headland_ingest_commit_retries_total',
    help: 'Commits that failed and were tried again',
  }),
  refusedDevices: new Gauge({
    name: 'headland_ingest_refused_devices',
    help: 'Devices whose messages PostgreSQL refused for their data within a minute',
  }),
  commit: new Histogram({
    name: 'headland_ingest_commit_seconds',
    help: 'Time of a batch from its first message decoded to its commit',
    buckets: seconds,
  }),
  defaultRows: new Gauge({
    name: 'headland_telemetry_default_partition_rows',
    help: 'Rows outside every daily partition: should be 0',
    registers,
  }),
  daysToRewrite: new Gauge({
    name: 'headland_telemetry_days_to_rewrite',
    help: 'Days whose rows may have their signals as JSON, from before an upgrade',
    registers,
  }),
};
export const liveMetrics = {
  sockets: new Gauge({ name: 'headland_live_sockets', help: 'Open consoles and wall displays' }),
  frames: new Counter({ name: 'headland_live_frames_total', help: 'Map frames sent' }),
  frameBytes: new Counter({ name: 'headland_live_frame_bytes_total', help: 'Bytes of map frames sent' }),
  vehicleFrames: new Counter({ name: 'headland_live_vehicle_frames_total', help: 'Frames of watched vehicles sent' }),
  isFanout: new Gauge({
    name: 'headland_live_fanout',
    help: '1 while ingest tells this process of every commit, 0 while it asks the database each second',
  }),
  questions: new Counter({
    name: 'headland_live_questions_total',
    help: 'Times that the database was asked for all changed states, since not every commit had been told',
    labelNames: ['why'],
  }),
  dropped: new Counter({ name: 'headland_live_dropped_total', help: 'Frames not sent because a browser was too slow' }),
  resyncs: new Counter({ name: 'headland_live_resyncs_total', help: 'Consoles that had to read everything again' }),
  eventDelay: new Histogram({
    name: 'headland_live_event_seconds',
    help: 'From commit of an event to its emission',
    buckets: seconds,
  }),
};
export const fanoutMetrics = {
  sent: new Counter({ name: 'headland_fanout_sent_total', help: 'Commits told to an api process' }),
  dropped: new Counter({
    name: 'headland_fanout_dropped_total',
    help: 'Commits not told to an api process that does not keep up: it asks the database',
  }),
  receivers: new Gauge({ name: 'headland_fanout_receivers', help: 'Api processes that are told what is committed' }),
};
export const eventLogMetrics = {
  restarts: new Counter({
    name: 'headland_event_log_restarts_total',
    help: 'Times that the log was found to be an older one (fail-over, restore) and was read again',
  }),
  lost: new Counter({
    name: 'headland_event_log_lost_events_total',
    help: 'Events that had been read here and are not in the database any more',
  }),
};
export const smsMetrics = {
  refused: new Counter({
    name: 'headland_sms_refused_total',
    help: 'Texts that were not sent because a limit of their number was used up',
    labelNames: ['limit'],
  }),
};
export const deliveryMetrics = {
  givenUp: new Counter({
    name: 'headland_messages_given_up_total',
    help: 'Messages to people that no attempt could send',
    labelNames: ['channel'],
  }),
};
// a series that begins at its first failure hides that failure from a rate
for (const limit of ['SMS_AN_HOUR', 'SMS_A_DAY', 'SMS_RECEIVER_AN_HOUR', 'SMS_RECEIVER_A_DAY'])
  smsMetrics.refused.inc({ limit }, 0);
for (const channel of ['push', 'sms', 'email', 'panel', 'app']) deliveryMetrics.givenUp.inc({ channel }, 0);
export const clockMetrics = {
  skew: new Gauge({
    name: 'headland_clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of the database',
  }),
};
export const jobsMetrics = {
  holdsDuties: new Gauge({
    name: 'headland_jobs_duties_held',
    help: '1 in the one jobs process that does what only one may do: policies, retained messages, maintenance',
  }),
};
export const replicaMetrics = {
  reads: new Counter({
    name: 'headland_replica_reads_total',
    help: 'Reads that may come from the replica of DATABASE_READ_URL, by where they came from: replica, or primary (there is none, it is away or behind)',
    labelNames: ['from'],
  }),
};
export const processMetrics = {
  ready: new Gauge({
    name: 'headland_ready',
    help: '1 for each check of /readyz that is passed, 0 for one that is not: database, broker, data',
    labelNames: ['check'],
  }),
  pool: new Gauge({
    name: 'headland_database_pool_connections',
    help: 'Connections of this process to the database, and statements that wait for one',
    labelNames: ['state'],
  }),
  poolLimit: new Gauge({ name: 'headland_database_pool_limit', help: 'DATABASE_POOL of this process' }),
  diskFree: new Gauge({ name: 'headland_data_disk_free_bytes', help: 'Room on the disk of DATA_DIR' }),
  diskSize: new Gauge({ name: 'headland_data_disk_size_bytes', help: 'Size of the disk of DATA_DIR' }),
  linkWaiting: new Gauge({
    name: 'headland_device_link_waiting_messages',
    help: 'Messages that were read from the broker and are not committed yet',
    labelNames: ['client'],
  }),
  linkOldest: new Gauge({
    name: 'headland_device_link_oldest_commit_seconds',
    help: 'How long the commit that is under way longest has been tried, where each device has commits of its own: SOS, faults, diagnosis',
    labelNames: ['client'],
  }),
};
export const httpMetrics = {
  duration: new Histogram({
    name: 'headland_http_request_seconds',
    help: 'Time of an answer of the api, without streams',
    labelNames: ['status'],
    buckets: seconds,
  }),
  failures: new Counter({
    name: 'headland_http_failures_total',
    help: 'Requests that failed for a cause that no user can act on; the log has each under its reference',
    labelNames: ['code'],
  }),
};
// as above
for (const status of ['2xx', '3xx', '4xx', '5xx']) httpMetrics.duration.zero({ status });
export const sosMetrics = {
  receipt: new Histogram({
    name: 'headland_sos_receipt_seconds',
    help: 'From the arrival of an SOS message at the server to its acknowledgement to the device: it is committed then',
    buckets: seconds,
  }),
  acknowledgement: new Histogram({
    name: 'headland_sos_acknowledgement_seconds',
    help: 'From an SOS call being received to its acknowledgement by a person',
    buckets: [5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800],
  }),
  refused: new Counter({
    name: 'headland_sos_refused_total',
    help: 'SOS messages in quarantine, by which nobody was called',
  }),
};
export const installationMetrics = {
  logLagEvents: new Gauge({
    name: 'headland_event_log_lag_events',
    help: 'Events that a reader of the log has not handled yet',
    labelNames: ['reader'],
    registers,
  }),
  logLagSeconds: new Gauge({
    name: 'headland_event_log_lag_seconds',
    help: 'Age of the first event that a reader of the log has not handled yet',
    labelNames: ['reader'],
    registers,
  }),
  sosOpen: new Gauge({
    name: 'headland_sos_unacknowledged',
    help: 'SOS calls that nobody has acknowledged',
    registers,
  }),
  sosOldest: new Gauge({
    name: 'headland_sos_oldest_unacknowledged_seconds',
    help: 'How long the oldest of them has waited',
    registers,
  }),
  messagesQueued: new Gauge({
    name: 'headland_messages_queued',
    help: 'Messages to people that are to be sent',
    labelNames: ['channel'],
    registers,
  }),
  messagesOldest: new Gauge({
    name: 'headland_messages_oldest_seconds',
    help: 'Age of the oldest of them',
    labelNames: ['channel'],
    registers,
  }),
  backupAt: new Gauge({
    name: 'headland_backup_timestamp_seconds',
    help: 'When the last back-up was complete, seconds since 1970; 0: there is none',
    registers,
  }),
  connections: new Gauge({
    name: 'headland_database_connections',
    help: 'Connections of everybody to the PostgreSQL server',
    registers,
  }),
  connectionsLimit: new Gauge({ name: 'headland_database_connections_limit', help: 'max_connections', registers }),
  databaseBytes: new Gauge({ name: 'headland_database_size_bytes', help: 'Size of the database', registers }),
  oldestTransaction: new Gauge({
    name: 'headland_database_oldest_transaction_seconds',
    help: 'Age of the oldest transaction: what it may still see is not cleaned away',
    registers,
  }),
  transactionIds: new Gauge({
    name: 'headland_database_transaction_id_age',
    help: 'Transactions since the oldest row was frozen; PostgreSQL stops writing at two thousand million',
    registers,
  }),
  replicationLag: new Gauge({
    name: 'headland_database_replication_lag_bytes',
    help: 'Write-ahead log that a standby has not replayed yet',
    labelNames: ['standby'],
    registers,
  }),
  standbysSynchronous: new Gauge({
    name: 'headland_database_standbys_synchronous',
    help: 'Standbys that each commit waits for',
    registers,
  }),
  standbysExpected: new Gauge({
    name: 'headland_database_standbys_expected',
    help: 'DATABASE_STANDBYS: how many there should be',
    registers,
  }),
};
/** Of DEVICE_URL, with a label for the same reason as below. */
export const doorMetrics = {
  open: new Gauge({
    name: 'headland_device_door_open',
    help: '1 if a broker answers at the address that devices use, 0 if not',
    labelNames: ['door'],
    registers,
  }),
  certificateEnd: new Gauge({
    name: 'headland_device_door_certificate_expiry_timestamp_seconds',
    help: 'End of the TLS certificate that devices are shown there, seconds since 1970',
    labelNames: ['door'],
    registers,
  }),
};
/**
 * Of a Mosquitto, which publishes them under $SYS; the built-in broker has a /metrics of its own. With a label, since
 * without one they would be exported as 0 before anything is known.
 */
export const mosquittoMetrics = {
  dropped: new Counter({
    name: 'headland_mosquitto_messages_dropped_total',
    help: 'Messages that the broker threw away since it started',
    labelNames: ['broker'],
    registers,
  }),
  stored: new Gauge({
    name: 'headland_mosquitto_messages_stored',
    help: 'Messages in the broker: those that wait for a client, and retained ones',
    labelNames: ['broker'],
    registers,
  }),
  retained: new Gauge({
    name: 'headland_mosquitto_messages_retained',
    help: 'Messages that are kept for devices which connect later: settings',
    labelNames: ['broker'],
    registers,
  }),
  clients: new Gauge({
    name: 'headland_mosquitto_clients_connected',
    help: 'Clients that are connected',
    labelNames: ['broker'],
    registers,
  }),
};
export const timerMetrics = {
  due: new Gauge({
    name: 'headland_timers_due',
    help: 'Rows that the last sweep found due: what the queue did not do in time',
    labelNames: ['act'],
  }),
};
export const metricsText = async (): Promise<string> =>
  (await Promise.all([register, ...(isInstallation ? registers : [])].map((each) => each.metrics()))).join('\n');
let isInstallation = false;
/** Whether this process exports what all share. */
export function exportInstallation(is: boolean): void {
  isInstallation = is;
  if (!is) installation.resetMetrics();
}
export const metricsType = register.contentType;
