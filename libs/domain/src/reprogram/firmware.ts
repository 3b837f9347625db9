import { maxFlashBytes, type FlashFormat } from '@headland/contracts/device/flash';
import { checksum } from '../checksum';
import { headerFaults, magicAt, type ProgramIdentity, readContainer, readHeaderRecord } from './program-header';
import { type Header, type ProgramProfile, shippedProgramProfile } from './program-profile';
import { parseS19, type S19Fault } from './s19';

export interface Firmware {
  format: FlashFormat;
  /** null: the file has no header that the profile knows */
  identity: ProgramIdentity | null;
  /** id of the layout it was decoded with */
  header: string | null;
  /** the programmed bytes, without container and header */
  dataBytes: number;
}
export const firmwareFaults = ['format', 'tooLarge', ...headerFaults] as const;
export type FirmwareFault = (typeof firmwareFaults)[number] | S19Fault;
/** What is wrong, and where: line of an .s19, byte of a container. */
export interface FirmwareProblem {
  fault: FirmwareFault;
  line?: number;
  byte?: number;
  /** id of the layout that matches the file */
  header?: string;
}
export type ParsedFirmware = { ok: true; firmware: Firmware } | ({ ok: false } & FirmwareProblem);

/** The file name only gives the expected format; the content has to match. */
export function parseFirmware(
  name: string,
  bytes: Uint8Array,
  { headers }: Pick<ProgramProfile, 'headers'> = shippedProgramProfile,
): ParsedFirmware {
  const format = /\.(ulp|ddr|s19)$/i.exec(name)?.[1]?.toLowerCase() as FlashFormat | undefined;
  if (format === undefined) return { ok: false, fault: 'format' };
  if (bytes.length > maxFlashBytes) return { ok: false, fault: 'tooLarge' };
  return format === 's19' ? fromS19(bytes, headers) : fromContainer(format, bytes, headers);
}

function fromS19(bytes: Uint8Array, headers: readonly Header[]): ParsedFirmware {
  const parsed = parseS19(bytes);
  if (!parsed.ok) return { ok: false, fault: parsed.fault, line: parsed.line };
  const { dataBytes } = parsed;
  const record = Uint8Array.from(parsed.header ?? '', (c) => c.charCodeAt(0));
  const read = readHeaderRecord(
    record,
    headers.filter((h) => h.format === 's19'),
  );
  if (read === null) return { ok: true, firmware: { format: 's19', identity: null, header: null, dataBytes } };
  const { identity, layout } = read;
  if (layout.oneWidth && parsed.mixedAt !== null)
    return { ok: false, fault: 'mixed', line: parsed.mixedAt, header: layout.id };
  return { ok: true, firmware: { format: 's19', identity, header: layout.id, dataBytes } };
}

function fromContainer(
  format: Exclude<FlashFormat, 's19'>,
  bytes: Uint8Array,
  headers: readonly Header[],
): ParsedFirmware {
  if (bytes.length === 0) return { ok: false, fault: 'empty', byte: 0 };
  const containers = headers.filter((h) => h.format !== 's19');
  const read = readContainer(
    bytes,
    containers.filter((h) => h.format === format),
  );
  if (read?.ok === false) return read;
  if (read !== null)
    return {
      ok: true,
      firmware: {
        format,
        identity: read.identity,
        header: read.layout.id,
        dataBytes: bytes.length - read.layout.headerBytes,
      },
    };
  // the name is wrong: it is the other kind of container
  const other = containers.find((h) => magicAt(bytes, h) !== null);
  if (other !== undefined) return { ok: false, fault: 'magic', byte: magicAt(bytes, other) ?? 0, header: other.id };
  return { ok: true, firmware: { format, identity: null, header: null, dataBytes: bytes.length } };
}

const magic: Record<Exclude<FlashFormat, 's19'>, string> = { ulp: 'HULP', ddr: 'HDDR' };
export const headerBytes = 128;
/** A container by the shipped profile around a program: for tests and the demo. `builtS` seconds since 1970. */
export function packContainer(
  format: Exclude<FlashFormat, 's19'>,
  what: Omit<ProgramIdentity, 'target'>,
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
  view.setUint32(112, checksum('CRC-32', data));
  view.setUint32(124, checksum('CRC-32', bytes.subarray(0, 124)));
  bytes.set(data, headerBytes);
  return bytes;
}
