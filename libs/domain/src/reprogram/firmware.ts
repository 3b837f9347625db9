import { flashTargets, mostFlashBytes, type FlashFormat, type FlashTarget } from '@headland/contracts/device/flash';
import { parseS19, type S19Fault } from './s19';

/**
 * A program for a controller, known by its content and not by its name: for which unit and hardware variant it is, which calibration, which version.
 * An .s19 says so in its header record: `ECU HL-D24 CAL-0412 SW-3.2.1`. The containers .ulp (ECU) and .ddr (DCU) begin with 128 bytes:
 *
 * | bytes   | what                                                        |
 * | 0–3     | `HULP` or `HDDR`                                            |
 * | 4       | version of the container, 1                                 |
 * | 5       | target: 0 ECU, 1 DCU                                        |
 * | 6–7     | length of this header, big-endian: 128                      |
 * | 8–11    | length of what follows, big-endian                          |
 * | 12–43   | hardware variant, ASCII, filled up with NUL                 |
 * | 44–75   | calibration                                                 |
 * | 76–107  | version of the software                                     |
 * | 108–111 | date of the build, seconds since 1970, big-endian           |
 * | 112–115 | CRC-32 (IEEE) of what follows                               |
 * | 116–123 | reserved, NUL                                               |
 * | 124–127 | CRC-32 of the bytes 0–123                                   |
 */
export interface Firmware {
  format: FlashFormat;
  target: FlashTarget;
  variant: string;
  calibration: string;
  version: string;
  /** what is programmed, without what is around it */
  dataBytes: number;
}
export const firmwareFaults = [
  'format',
  'magic',
  'container',
  'target',
  'headerLength',
  'length',
  'field',
  'reserved',
  'crc',
  'headerCrc',
  'noHeader',
  'headerText',
  'tooLarge',
] as const;
export type FirmwareFault = (typeof firmwareFaults)[number] | S19Fault;
/** What is wrong, and where: line of an .s19, byte of a container. */
export interface FirmwareProblem {
  fault: FirmwareFault;
  line?: number;
  byte?: number;
}
export type ParsedFirmware = { ok: true; firmware: Firmware } | ({ ok: false } & FirmwareProblem);

export const headerBytes = 128;
const magic: Record<Exclude<FlashFormat, 's19'>, string> = { ulp: 'HULP', ddr: 'HDDR' };
const fieldPattern = /^[A-Z0-9][A-Z0-9._-]{0,31}$/;

/** The name says only which of the three it should be; the content has to agree. */
export function parseFirmware(name: string, bytes: Uint8Array): ParsedFirmware {
  const format = /\.(ulp|ddr|s19)$/i.exec(name)?.[1]?.toLowerCase() as FlashFormat | undefined;
  if (format === undefined) return { ok: false, fault: 'format' };
  if (bytes.length > mostFlashBytes) return { ok: false, fault: 'tooLarge' };
  return format === 's19' ? fromS19(bytes) : fromContainer(format, bytes);
}

function fromS19(bytes: Uint8Array): ParsedFirmware {
  const parsed = parseS19(bytes);
  if (!parsed.ok) return { ok: false, fault: parsed.fault, line: parsed.line };
  if (parsed.header === null) return { ok: false, fault: 'noHeader', line: 1 };
  // tools fill the header up with NUL or blanks
  const [target, variant, calibration, version, ...rest] = parsed.header.replaceAll('\0', ' ').trim().split(/\s+/);
  const unit = flashTargets.find((t) => t === target?.toLowerCase());
  if (unit === undefined || rest.length > 0 || variant === undefined || calibration === undefined || version === undefined)
    return { ok: false, fault: 'headerText', line: 1 };
  if (![variant, calibration, version].every((f) => fieldPattern.test(f))) return { ok: false, fault: 'headerText', line: 1 };
  return { ok: true, firmware: { format: 's19', target: unit, variant, calibration, version, dataBytes: parsed.dataBytes } };
}

function fromContainer(format: Exclude<FlashFormat, 's19'>, bytes: Uint8Array): ParsedFirmware {
  const bad = (fault: FirmwareFault, byte: number): ParsedFirmware => ({ ok: false, fault, byte });
  if (bytes.length < headerBytes) return bad('length', bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (ascii(bytes, 0, 4) !== magic[format]) return bad('magic', 0);
  if (view.getUint32(124) !== crc32(bytes.subarray(0, 124))) return bad('headerCrc', 124);
  if (view.getUint8(4) !== 1) return bad('container', 4);
  const target = flashTargets[view.getUint8(5)];
  if (target === undefined || target !== (format === 'ulp' ? 'ecu' : 'dcu')) return bad('target', 5);
  if (view.getUint16(6) !== headerBytes) return bad('headerLength', 6);
  const dataBytes = view.getUint32(8);
  if (dataBytes === 0 || dataBytes !== bytes.length - headerBytes) return bad('length', 8);
  const [variant, calibration, version] = [12, 44, 76].map((at) => filledUp(bytes, at, 32));
  for (const [i, field] of [variant, calibration, version].entries())
    if (field === null || field === undefined || !fieldPattern.test(field)) return bad('field', 12 + 32 * i);
  if (bytes.subarray(116, 124).some((b) => b !== 0)) return bad('reserved', 116);
  if (view.getUint32(112) !== crc32(bytes.subarray(headerBytes))) return bad('crc', 112);
  return { ok: true, firmware: { format, target, variant: variant as string, calibration: calibration as string, version: version as string, dataBytes } };
}

/** A container around a program: what the maker's tool writes, and what tests and the demo need. `builtS` seconds since 1970. */
export function packContainer(
  format: Exclude<FlashFormat, 's19'>,
  what: Pick<Firmware, 'variant' | 'calibration' | 'version'>,
  data: Uint8Array,
  builtS = 0,
): Uint8Array {
  const bytes = new Uint8Array(headerBytes + data.length);
  const view = new DataView(bytes.buffer);
  const text = (at: number, s: string): void =>
    bytes.set(
      Array.from(s, (c) => c.charCodeAt(0)),
      at,
    );
  text(0, magic[format]);
  view.setUint8(4, 1);
  view.setUint8(5, format === 'ulp' ? 0 : 1);
  view.setUint16(6, headerBytes);
  view.setUint32(8, data.length);
  text(12, what.variant);
  text(44, what.calibration);
  text(76, what.version);
  view.setUint32(108, builtS);
  view.setUint32(112, crc32(data));
  view.setUint32(124, crc32(bytes.subarray(0, 124)));
  bytes.set(data, headerBytes);
  return bytes;
}

const ascii = (bytes: Uint8Array, from: number, length: number): string => Array.from(bytes.subarray(from, from + length), (b) => String.fromCharCode(b)).join('');
/** Text up to the first NUL; null where something else follows it. */
function filledUp(bytes: Uint8Array, from: number, length: number): string | null {
  const text = ascii(bytes, from, length);
  const end = text.indexOf('\0');
  return end < 0 ? text : /^\0*$/.test(text.slice(end)) ? text.slice(0, end) : null;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
/** CRC-32 as in IEEE 802.3 and zip. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = (crcTable[(c ^ b) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
