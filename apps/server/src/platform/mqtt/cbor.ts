import { Decoder, type Options } from 'cbor-x';

/**
 * Whole numbers of 64 bits are numbers: most encoders write a time in milliseconds as one, and it would be read as a BigInt, which no schema takes. One that is
 * too large to be exact is refused by the schema. The types of the library do not have the option.
 */
const options: Options & { int64AsNumber: boolean } = { mapsAsObjects: true, useRecords: false, int64AsNumber: true };
const decoder = new Decoder(options);

/** The value of a CBOR payload; throws for bytes that are none. */
export const readCbor = (payload: Buffer): unknown => decoder.decode(payload);
/** By the first byte: a map. */
export const isCborMap = (payload: Buffer): boolean =>
  payload[0] !== undefined && payload[0] >= 0xa0 && payload[0] <= 0xbf;
