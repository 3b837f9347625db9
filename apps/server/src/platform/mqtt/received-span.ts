import { databaseNowMs } from '../clock';
import { machineNowMs, type SpanOptions } from '../tracing/span';
import type { PendingMessage } from './pending-message';

/** The span of messages that came together: from the arrival of the first one on, so that their wait is seen. Names the device only where all are of one. */
export function receivedSpan(messages: readonly PendingMessage[]): SpanOptions {
  const waitedMs = messages.reduce((most, { receivedAt }) => Math.max(most, databaseNowMs() - receivedAt), 0);
  const devices = new Set(messages.map(({ decoded }) => decoded.device));
  const [device] = devices;
  return {
    kind: 'consumer',
    // arrival is told in the database's time, spans in this machine's
    startedAt: machineNowMs() - waitedMs,
    attributes: {
      'messaging.system': 'mqtt',
      'messaging.batch.message_count': messages.length,
      'headland.waited_ms': waitedMs,
      'headland.devices': devices.size,
      'headland.device': devices.size === 1 ? (device ?? undefined) : undefined,
    },
  };
}
