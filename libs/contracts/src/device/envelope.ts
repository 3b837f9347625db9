import { z } from 'zod';

/** The device protocol, version 1: topics and the envelope of every `up` message. */
export const deviceIdPattern = /^[A-Z0-9-]{4,20}$/;
export const upKinds = ['status', 'telemetry', 'engine', 'fault', 'sos', 'diag', 'stream', 'flash'] as const;
export type UpKind = (typeof upKinds)[number];
export const downKinds = ['ack', 'config', 'sos', 'diag', 'flash', 'control'] as const;
export type DownKind = (typeof downKinds)[number];

export const upTopic = (device: string, kind: UpKind): string => `tms/v1/${device}/up/${kind}`;
export const downTopic = (device: string, kind: DownKind): string => `tms/v1/${device}/down/${kind}`;
/** `tms/v1/{device}/up/{kind}` → its two names, or null for any other topic. */
export function parseUpTopic(topic: string): { device: string; kind: UpKind } | null {
  const [root, version, device, up, kind, ...rest] = topic.split('/');
  if (root !== 'tms' || version !== 'v1' || up !== 'up' || rest.length > 0) return null;
  if (device === undefined || !deviceIdPattern.test(device)) return null;
  return (upKinds as readonly string[]).includes(kind ?? '') ? { device, kind: kind as UpKind } : null;
}

/** The largest payload a device may send, in bytes. */
export const maxPayloadBytes = 64 * 1024;

export const uint31 = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** Device clock, epoch ms. A broken clock may send any 53-bit integer; plausibility is checked after correction. */
export const deviceTs = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const envelope = { v: z.literal(1), boot: uint31, seq: uint31.min(1), ts: deviceTs };
/** For what is stored as `real`: PostgreSQL refuses a number that is too small for it, instead of taking it for 0. */
export const asReal = (value: number): number => (Math.abs(value) < 2 ** -149 ? 0 : value);
export const lat = z.number().min(-90).max(90);
export const lon = z.number().min(-180).max(180);
export const degrees = z.number().min(-360).max(360);
export const tilt = z.object({ x: degrees, y: degrees, z: degrees });
/** Text on the wire: no control character (PostgreSQL stores no NUL) and no lone surrogate (jsonb refuses it). */
export const wireText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);
