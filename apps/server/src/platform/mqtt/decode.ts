import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { QuarantineReason } from '@headland/contracts/administration';
import {
  deviceIdPattern,
  envelope,
  maxPayloadBytes,
  parseUpTopic,
  type UpKind,
} from '@headland/contracts/device/envelope';
import { DiagUp, StreamUp } from '@headland/contracts/device/diagnosis';
import { FlashUp } from '@headland/contracts/device/flash';
import {
  EngineUp,
  FaultAtLeast,
  FaultUp,
  SosAtLeast,
  SosUp,
  StatusUp,
  TelemetryUp,
} from '@headland/contracts/device/up';
import { isCborMap, readCbor } from './cbor';
import { isRecord, isTelemetry } from './telemetry-check';
import { readTelemetry } from './telemetry-reader';
import { rowsOf, type TelemetryRows } from './telemetry-rows';

/** The messages that are decoded, by kind. */
interface Messages {
  status: StatusUp;
  telemetry: TelemetryRows;
  engine: EngineUp;
  fault: FaultUp;
  sos: SosAtLeast;
  diag: DiagUp;
  stream: StreamUp;
  flash: FlashUp;
}
export type DecodedKind = keyof Messages;
export type Decoded = {
  [K in DecodedKind]: {
    ok: true;
    device: string;
    kind: K;
    message: Messages[K];
    /** what of it could not be read and was left out */
    unread?: string;
  };
}[DecodedKind];
/** Why a message is quarantined. `device` is the one of its topic, if that could be parsed. */
export interface Refused {
  ok: false;
  device: string | null;
  reason: QuarantineReason;
  detail: string;
  /** if at least the envelope is readable: the message counts as received, or the device would resend it for ever */
  envelope?: { kind: Exclude<DecodedKind, 'status'>; boot: number; seq: number };
}

export const unknownDevice = (device: string | null): Refused => ({
  ok: false,
  device,
  reason: 'unknownDevice',
  detail: 'nobody registered this device',
});

const schemas: { [K in DecodedKind]: z.ZodType } = {
  status: StatusUp,
  telemetry: TelemetryUp,
  engine: EngineUp,
  fault: FaultUp,
  sos: SosUp,
  diag: DiagUp,
  stream: StreamUp,
  flash: FlashUp,
};
/** An SOS or a fault is taken without what of it cannot be read; an administrator would find it in quarantine too late. */
const atLeast: Partial<Record<DecodedKind, z.ZodType>> = { sos: SosAtLeast, fault: FaultAtLeast };
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/** Decodes everything that devices send: topic, size, JSON or CBOR by the first byte, schema. Never throws. */
export function decodeUp(topic: string, payload: Buffer): Decoded | Refused {
  const parsed = upTopicOf(topic);
  if (parsed === null)
    return { ok: false, device: deviceOf(topic), reason: 'topic', detail: 'not a topic of the protocol' };
  const { device, kind } = parsed;
  if (kind === 'telemetry' && payload.length <= maxPayloadBytes) {
    const rows = readTelemetry(payload);
    if (rows !== null) return { ok: true, device, kind, message: rows };
  }
  return decodeAny(device, kind, payload);
}

function decodeAny(device: string, kind: UpKind, payload: Buffer): Decoded | Refused {
  const refuse = (reason: Refused['reason'], detail: string): Refused => ({ ok: false, device, reason, detail });
  if (payload.length > maxPayloadBytes) return refuse('tooLarge', `${payload.length} bytes`);
  if (!isRead(kind)) return refuse('topic', `${kind} is not read here`);
  let value: unknown;
  try {
    if (payload[0] === openBrace) {
      // a truncated payload is not analysed: a runaway device sends thousands of them
      if (!isClosed(payload)) return refuse('undecodable', 'cut off');
      value = parseJson(kind, textOf(payload));
    } else if (isCborMap(payload)) value = readCbor(payload);
    else return refuse('undecodable', payload.length === 0 ? 'empty' : 'neither JSON nor a CBOR map');
  } catch (error) {
    return refuse('undecodable', (error as Error).message.slice(0, 200));
  }
  if (kind === 'telemetry' && isTelemetry(value)) return { ok: true, device, kind, message: withRows(value) };
  const present = nullIsAbsent.has(kind) ? withoutNulls(value) : value;
  const result = schemas[kind].safeParse(present);
  if (result.success) {
    const message = kind === 'telemetry' ? withRows(result.data as TelemetryUp) : result.data;
    return { ok: true, device, kind, message } as Decoded;
  }
  const detail = result.error.issues
    .slice(0, 5)
    .map((i) => `${i.path.join('.')}: ${i.message}`)
    .join('; ')
    .slice(0, 500);
  const rest = atLeast[kind]?.safeParse(present);
  if (rest?.success) return { ok: true, device, kind, message: rest.data, unread: detail } as Decoded;
  const read = kind === 'status' ? undefined : Envelope.safeParse(value);
  return {
    ...refuse('schema', detail),
    ...(kind !== 'status' && read?.success ? { envelope: { kind, boot: read.data.boot, seq: read.data.seq } } : {}),
  };
}

/** A sensor without a value as the libraries of C write it. */
const noNumber = /([:[,]\s*)[+-]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)/giu;
/** What is no JSON for such a value alone is an alert all the same. */
function parseJson(kind: DecodedKind, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(kind in atLeast)) throw error;
    return JSON.parse(text.replace(noNumber, '$1null'));
  }
}

/** Kinds of which a null says that the terminal has no such sensor. In a diagnosis it is a value of its own. */
const nullIsAbsent = new Set<DecodedKind>(['status', 'telemetry', 'engine', 'fault', 'sos']);
/** Without the fields that are null, of the message and of its samples. */
function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { samples, ...fields } = value;
  return dropNulls({
    ...fields,
    samples: Array.isArray(samples) ? samples.map((s: unknown) => (isRecord(s) ? dropNulls(s) : s)) : samples,
  });
}
const dropNulls = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, field]) => field !== null));

const withRows = ({ boot, seq, ts, samples }: TelemetryUp): TelemetryRows => ({
  boot,
  seq,
  ts,
  count: samples.length,
  ...rowsOf(samples),
});

const topics = new Map<string, ReturnType<typeof parseUpTopic>>();
/** Eight topics of 10,000 devices. */
const mostTopics = 80_000;
/** Device and kind of a topic; topics come again and again, and taking one apart costs more than finding it. */
export function upTopicOf(topic: string): ReturnType<typeof parseUpTopic> {
  let known = topics.get(topic);
  if (known === undefined) {
    if (topics.size >= mostTopics) topics.clear();
    topics.set(topic, (known = parseUpTopic(topic)));
  }
  return known;
}

/** The device of a topic whose kind the protocol does not know. */
function deviceOf(topic: string): string | null {
  const device = /^tms\/v1\/([^/]+)\/up\//.exec(topic)?.[1];
  return device !== undefined && deviceIdPattern.test(device) ? device : null;
}

const Envelope = z.object(envelope);

/** JSON may have trailing white space, all of which is a space or below. */
function isClosed(payload: Buffer): boolean {
  let last = payload.length - 1;
  while (last > 0 && (payload[last] ?? 0) <= space) last--;
  return payload[last] === closeBrace;
}

function textOf(payload: Buffer): string {
  if (!isUtf8(payload)) throw new Error('not UTF-8');
  return payload.toString('utf8');
}

const isRead = (kind: UpKind): kind is DecodedKind => kind in schemas;
