import { type UpKind, upKinds } from '@headland/contracts/device/envelope';
import { type SosType } from '@headland/contracts/device/up';

/**
 * The ledger makes a run of the fleet accountable message by message: what was sent, when the broker acknowledged it,
 * when the back end committed it, and enough of the content for an independent model of the expected database. It is
 * NDJSON, one short array per line, because a run of half an hour writes tens of millions of them; the first element is
 * the kind of the line. A file that ends within a line (kill -9) is valid up to there. `ts` is the device's clock,
 * `trueMs` the real time of the same moment (this machine's clock).
 */
export type SentKind = Exclude<UpKind, 'status'>;
export interface SampleContent {
  ts: number;
  trueMs: number;
  /** only with a tilt of 20° or more: verifies a derived roll-over */
  tilt?: { x: number; y: number; z: number };
}
export type Content =
  | { kind: 'telemetry'; samples: SampleContent[] }
  | { kind: 'engine'; ts: number; trueMs: number; on: boolean }
  | { kind: 'fault'; ts: number; trueMs: number; active: string[]; cleared: string[] }
  | { kind: 'sos'; ts: number; trueMs: number; type: SosType }
  /** of a service session: its content is verified elsewhere, here only that none is lost */
  | { kind: 'diag' | 'stream' | 'flash'; ts: number; trueMs: number };

export type LedgerEntry =
  | { what: 'run'; version: 1; seed: number; atMs: number }
  /** assigns the device its number in this file */
  | { what: 'device'; index: number; id: string }
  | { what: 'boot'; device: number; boot: number; atMs: number; skewMs: number }
  | { what: 'link'; device: number; boot: number; atMs: number; online: boolean }
  /** written at the first attempt to send; `content` is complete from here on */
  | { what: 'sent'; device: number; boot: number; seq: number; atMs: number; content: Content }
  | { what: 'puback'; device: number; kind: SentKind; boot: number; seq: number; atMs: number }
  /** `down/ack` confirmed these as committed (inclusive) */
  | { what: 'committed'; device: number; kind: SentKind; boot: number; from: number; to: number; atMs: number }
  /** dropped by the terminal because its memory was full: may be missing in the database */
  | { what: 'dropped'; device: number; kind: SentKind; boot: number; seq: number; atMs: number }
  /** `seq` and `boot` only if the broken message still has them */
  | {
      what: 'malformed';
      device: number;
      number: number;
      reason: string;
      bytes: number;
      atMs: number;
      boot: number | null;
      seq: number | null;
    }
  | { what: 'malformedPuback'; device: number; number: number; atMs: number }
  /** the driver's panel */
  | { what: 'sosDown'; device: number; sos: number; status: string; atMs: number };

const kindNumber: ReadonlyMap<string, number> = new Map(upKinds.map((kind, i) => [kind, i]));
const numberOf = (kind: UpKind): number => kindNumber.get(kind) ?? 0;

/**
 * The part of a `sent` line that is known when the message is created: stored with the message until it is first sent.
 */
export function encodeContent(content: Content): string {
  switch (content.kind) {
    case 'telemetry':
      return JSON.stringify(
        content.samples.map((s) =>
          s.tilt === undefined ? [s.ts, s.trueMs - s.ts] : [s.ts, s.trueMs - s.ts, s.tilt.x, s.tilt.y, s.tilt.z],
        ),
      );
    case 'engine':
      return `[${content.ts},${content.trueMs - content.ts},${content.on ? 1 : 0}]`;
    case 'fault':
      return JSON.stringify([content.ts, content.trueMs - content.ts, content.active, content.cleared]);
    case 'sos':
      return JSON.stringify([content.ts, content.trueMs - content.ts, content.type]);
    case 'diag':
    case 'stream':
    case 'flash':
      return `[${content.ts},${content.trueMs - content.ts}]`;
  }
}

/** The frequent lines are encoded without an object in between: a load run writes tens of thousands a second. */
export const sentLine = (
  device: number,
  kind: SentKind,
  boot: number,
  seq: number,
  atMs: number,
  encodedContent: string,
): string => `["s",${device},${numberOf(kind)},${boot},${seq},${atMs},${encodedContent}]\n`;
export const pubackLine = (device: number, kind: SentKind, boot: number, seq: number, atMs: number): string =>
  `["p",${device},${numberOf(kind)},${boot},${seq},${atMs}]\n`;

export function encodeLedgerLine(e: LedgerEntry): string {
  switch (e.what) {
    case 'sent':
      return sentLine(e.device, e.content.kind, e.boot, e.seq, e.atMs, encodeContent(e.content));
    case 'puback':
      return pubackLine(e.device, e.kind, e.boot, e.seq, e.atMs);
    case 'committed':
      return `["c",${e.device},${numberOf(e.kind)},${e.boot},${e.from},${e.to},${e.atMs}]\n`;
    case 'dropped':
      return `["x",${e.device},${numberOf(e.kind)},${e.boot},${e.seq},${e.atMs}]\n`;
    case 'run':
      return line(['run', e.version, e.seed, e.atMs]);
    case 'device':
      return line(['device', e.index, e.id]);
    case 'boot':
      return line(['boot', e.device, e.boot, e.atMs, e.skewMs]);
    case 'link':
      return line(['link', e.device, e.boot, e.atMs, e.online ? 1 : 0]);
    case 'malformed':
      return line(['m', e.device, e.number, e.reason, e.bytes, e.atMs, e.boot, e.seq]);
    case 'malformedPuback':
      return line(['mp', e.device, e.number, e.atMs]);
    case 'sosDown':
      return line(['sosDown', e.device, e.sos, e.status, e.atMs]);
  }
}

const line = (fields: readonly (string | number | null)[]): string => `${JSON.stringify(fields)}\n`;

/**
 * The entry of one line (without its line break). Throws on an invalid line: a run is verified completely or not at
 * all.
 */
export function decodeLedgerLine(text: string): LedgerEntry {
  const f = JSON.parse(text) as unknown;
  if (!Array.isArray(f)) throw new Error(`not a ledger line: ${text}`);
  const n = (i: number): number => {
    const value: unknown = f[i];
    if (typeof value !== 'number') throw new Error(`field ${i} is no number: ${text}`);
    return value;
  };
  const nOrNull = (i: number): number | null => (f[i] === null ? null : n(i));
  const s = (i: number): string => String(f[i]);
  const kind = (i: number): SentKind => {
    const name = upKinds[n(i)];
    if (name === undefined || name === 'status') throw new Error(`unknown topic: ${text}`);
    return name;
  };
  switch (f[0]) {
    case 's':
      return { what: 'sent', device: n(1), boot: n(3), seq: n(4), atMs: n(5), content: decodeContent(kind(2), f[6]) };
    case 'p':
      return { what: 'puback', device: n(1), kind: kind(2), boot: n(3), seq: n(4), atMs: n(5) };
    case 'c':
      return { what: 'committed', device: n(1), kind: kind(2), boot: n(3), from: n(4), to: n(5), atMs: n(6) };
    case 'x':
      return { what: 'dropped', device: n(1), kind: kind(2), boot: n(3), seq: n(4), atMs: n(5) };
    case 'run':
      return { what: 'run', version: 1, seed: n(2), atMs: n(3) };
    case 'device':
      return { what: 'device', index: n(1), id: s(2) };
    case 'boot':
      return { what: 'boot', device: n(1), boot: n(2), atMs: n(3), skewMs: n(4) };
    case 'link':
      return { what: 'link', device: n(1), boot: n(2), atMs: n(3), online: n(4) === 1 };
    case 'm':
      return {
        what: 'malformed',
        device: n(1),
        number: n(2),
        reason: s(3),
        bytes: n(4),
        atMs: n(5),
        boot: nOrNull(6),
        seq: nOrNull(7),
      };
    case 'mp':
      return { what: 'malformedPuback', device: n(1), number: n(2), atMs: n(3) };
    case 'sosDown':
      return { what: 'sosDown', device: n(1), sos: n(2), status: s(3), atMs: n(4) };
    default:
      throw new Error(`unknown ledger line: ${text}`);
  }
}

type Row = readonly [number, number, ...(string | number | string[])[]];
function decodeContent(kind: SentKind, raw: unknown): Content {
  if (kind === 'telemetry') {
    const samples = (raw as readonly (readonly number[])[]).map(([ts = NaN, behind = NaN, x, y, z]): SampleContent => {
      const at = { ts, trueMs: ts + behind };
      return x === undefined || y === undefined || z === undefined ? at : { ...at, tilt: { x, y, z } };
    });
    return { kind, samples };
  }
  const [ts, behind, third, fourth] = raw as Row;
  const at = { ts, trueMs: ts + behind };
  switch (kind) {
    case 'engine':
      return { kind, ...at, on: third === 1 };
    case 'fault':
      return { kind, ...at, active: third as string[], cleared: fourth as string[] };
    case 'sos':
      return { kind, ...at, type: third as SosType };
    case 'diag':
    case 'stream':
    case 'flash':
      return { kind, ...at };
  }
}
