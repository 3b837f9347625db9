import { decode, Encoder } from 'cbor-x';

/**
 * JSON as text (ASCII only: numbers, codes and our own names), so that it is written straight into the packet; CBOR as
 * bytes.
 */
export type Payload = string | Buffer;

const cbor = new Encoder({ useRecords: false, variableMapSize: true });

export const encodePayload = (message: object, asCbor: boolean): Payload =>
  asCbor ? Buffer.from(cbor.encode(message)) : JSON.stringify(message);

/** A message of the back end, in either encoding, by its first byte. Undefined for anything else. */
export function decodePayload(payload: Buffer): unknown {
  const first = payload[0] ?? 0;
  try {
    if (first === 0x7b) return JSON.parse(payload.toString('utf8'));
    if (first >= 0xa0 && first <= 0xbf) return decode(payload);
  } catch {
    return undefined;
  }
  return undefined;
}
