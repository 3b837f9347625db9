import { maxPayloadBytes, upTopic } from '@headland/contracts/device/envelope';
import { type TelemetryUp } from '@headland/contracts/device/up';

/**
 * The ways in which a broken terminal breaks a message. Each is made from a good one, so that only one thing is wrong.
 */
export const malformedReasons = ['truncated', 'wrongTypes', 'nul', 'oversize', 'foreignDevice', 'badBody'] as const;
export type MalformedReason = (typeof malformedReasons)[number];

/**
 * `badBody` keeps a valid envelope, so it is identified by (boot, seq) and must be covered by `down/ack` like any
 * other: otherwise a terminal would resend it for ever. The others have no usable (boot, seq).
 */
export function malformed(
  reason: MalformedReason,
  device: string,
  good: TelemetryUp,
): { topic: string; payload: Buffer } {
  const topic = upTopic(device, 'telemetry');
  const json = JSON.stringify(good);
  switch (reason) {
    case 'truncated':
      return { topic, payload: Buffer.from(json.slice(0, Math.floor(json.length * 0.6))) };
    case 'wrongTypes':
      return {
        topic,
        payload: Buffer.from(JSON.stringify({ ...good, boot: 'one', seq: '1', ts: null, samples: { speed: 'fast' } })),
      };
    case 'nul':
      return {
        topic,
        payload: Buffer.concat([Buffer.from(json.slice(0, 20)), Buffer.alloc(16), Buffer.from(json.slice(20))]),
      };
    case 'oversize':
      return {
        topic,
        payload: Buffer.from(json.slice(0, -1) + ' '.repeat(maxPayloadBytes + 6 * 1024 - json.length) + '}'),
      };
    case 'foreignDevice':
      return { topic: upTopic(foreignId(device), 'telemetry'), payload: Buffer.from(json) };
    case 'badBody':
      return {
        topic,
        payload: Buffer.from(
          JSON.stringify({ ...good, samples: good.samples.map((s) => ({ ...s, rpm: 'high', coolant: 99_999 })) }),
        ),
      };
  }
}

/** Another id of the same shape: the last character differs. */
function foreignId(device: string): string {
  return device.slice(0, -1) + (device.endsWith('0') ? '1' : '0');
}
