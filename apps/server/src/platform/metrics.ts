import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';

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
  }),
  daysToRewrite: new Gauge({
    name: 'headland_telemetry_days_to_rewrite',
    help: 'Days whose rows may have their signals as JSON, from before an upgrade',
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
export const metricsText = (): Promise<string> => register.metrics();
export const metricsType = register.contentType;
