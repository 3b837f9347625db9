import { type Content, type LedgerEntry, type SentKind } from './ledger';

/** The ledger by message: each once, with its three times. */
export interface LedgerMessage {
  content: Content | null;
  sentMs: number | null;
  pubackMs: number | null;
  committedMs: number | null;
  droppedMs: number | null;
}
export interface LedgerStream {
  device: string;
  kind: SentKind;
  boot: number;
  bySeq: Map<number, LedgerMessage>;
}
export interface LedgerMalformed {
  device: string;
  reason: string;
  bytes: number;
  boot: number | null;
  seq: number | null;
  sentMs: number;
  pubackMs: number | null;
}

export class LedgerBook {
  seed: number | null = null;
  readonly devices: string[] = [];
  /** by `device|kind|boot` */
  readonly streams = new Map<string, LedgerStream>();
  /** by `device|number` */
  readonly malformed = new Map<string, LedgerMalformed>();
  readonly boots: { device: string; boot: number; atMs: number; skewMs: number }[] = [];
  readonly links: { device: string; boot: number; atMs: number; online: boolean }[] = [];
  readonly sosDown: { device: string; sos: number; status: string; atMs: number }[] = [];

  add(entry: LedgerEntry): void {
    switch (entry.what) {
      case 'run':
        this.seed = entry.seed;
        return;
      case 'device':
        this.devices[entry.index] = entry.id;
        return;
      case 'boot':
        this.boots.push({ device: this.id(entry.device), boot: entry.boot, atMs: entry.atMs, skewMs: entry.skewMs });
        return;
      case 'link':
        this.links.push({ device: this.id(entry.device), boot: entry.boot, atMs: entry.atMs, online: entry.online });
        return;
      case 'sent': {
        const message = this.message(entry.device, entry.content.kind, entry.boot, entry.seq);
        message.content = entry.content;
        message.sentMs = entry.atMs;
        return;
      }
      case 'puback':
        this.message(entry.device, entry.kind, entry.boot, entry.seq).pubackMs ??= entry.atMs;
        return;
      case 'committed':
        for (let seq = entry.from; seq <= entry.to; seq++)
          this.message(entry.device, entry.kind, entry.boot, seq).committedMs ??= entry.atMs;
        return;
      case 'dropped':
        this.message(entry.device, entry.kind, entry.boot, entry.seq).droppedMs = entry.atMs;
        return;
      case 'malformed': {
        const { reason, bytes, boot, seq, atMs: sentMs } = entry;
        this.malformed.set(`${entry.device}|${entry.number}`, {
          device: this.id(entry.device),
          reason,
          bytes,
          boot,
          seq,
          sentMs,
          pubackMs: null,
        });
        return;
      }
      case 'malformedPuback': {
        const found = this.malformed.get(`${entry.device}|${entry.number}`);
        if (found !== undefined) found.pubackMs ??= entry.atMs;
        return;
      }
      case 'sosDown':
        this.sosDown.push({ device: this.id(entry.device), sos: entry.sos, status: entry.status, atMs: entry.atMs });
    }
  }

  /** Every message, as (stream, seq, message). */
  *messages(): Generator<readonly [LedgerStream, number, LedgerMessage]> {
    for (const stream of this.streams.values()) for (const [seq, message] of stream.bySeq) yield [stream, seq, message];
  }

  private id(index: number): string {
    const id = this.devices[index];
    if (id === undefined) throw new Error(`the ledger never named device ${index}`);
    return id;
  }

  private message(device: number, kind: SentKind, boot: number, seq: number): LedgerMessage {
    const key = `${device}|${kind}|${boot}`;
    let stream = this.streams.get(key);
    if (stream === undefined)
      this.streams.set(key, (stream = { device: this.id(device), kind, boot, bySeq: new Map() }));
    let message = stream.bySeq.get(seq);
    if (message === undefined)
      stream.bySeq.set(
        seq,
        (message = { content: null, sentMs: null, pubackMs: null, committedMs: null, droppedMs: null }),
      );
    return message;
  }
}
