import { Counter, Gauge } from 'prom-client';

export const brokerMetrics = {
  connected: new Gauge({ name: 'headland_broker_connected', help: 'Connected clients' }),
  received: new Counter({ name: 'headland_broker_received_total', help: 'Messages accepted from clients' }),
  dropped: new Counter({
    name: 'headland_broker_dropped_total',
    help: 'Messages not kept for a session because its queue was full, or not sent to a client that does not read',
    labelNames: ['session'],
  }),
  queued: new Gauge({
    name: 'headland_broker_queued',
    help: 'Messages that wait for a session or for its acknowledgement',
    labelNames: ['session'],
  }),
  refused: new Counter({
    name: 'headland_broker_refused_total',
    help: 'Connections, publishes and subscriptions that were refused',
    labelNames: ['reason'],
  }),
  oversized: new Counter({
    name: 'headland_broker_oversized_total',
    help: 'Connections ended because a packet was larger than the largest payload',
  }),
};
