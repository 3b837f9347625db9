import { upTopic } from '@headland/contracts/device/envelope';
import { splitStamp } from '../measure/stamp';
import { publishPacket } from './mqtt-bytes';

/**
 * A message of the device protocol in a buffer whose changing fields are overwritten in place: packet id, boot, seq, ts, and the digits of the
 * position that carry the moment of sending (measure/stamp). Numbers that grow are padded with spaces on the left, which JSON permits.
 */
export interface LoadMessage {
  bytes: Buffer;
  /** the part of the same buffer that is the message itself */
  payload: Buffer;
  set(fields: { packetId: number; seq: number; tsMs: number; stamp: number }): void;
}

export interface LoadDevice {
  id: string;
  /** index in the fleet, from 0: its position on the map */
  index: number;
}

/** Room for a field that is written later; never part of a real message. */
const hole = (width: number): string => '@'.repeat(width);

export function telemetryMessage(device: LoadDevice, boot: number): LoadMessage {
  const [lat, lon] = basePosition(device.index);
  const sample =
    `{"ts":${hole(13)},"lat":${lat}${hole(3)},"lon":${lon}${hole(3)},"heading":${device.index % 360},"speed":7.4,"engine":"on","work":"work","rpm":1850,` +
    `"engineHours":1234.5,"odometer":5120.4,"fuelUsed":20411.6,"fuelLevel":63.5,"load":54,"coolant":82.5,"oilTemp":88.1,"oilPressure":410,` +
    `"battery":13.9,"tilt":{"x":1.2,"y":-0.6,"z":0.4}}`;
  return message(
    upTopic(device.id, 'telemetry'),
    `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"samples":[${sample}]}`,
  );
}

/** A fault that the vehicle has not reported before: each fleet of a run has another code. */
export function faultMessage(device: LoadDevice, boot: number, code = 'E0400'): LoadMessage {
  const [lat, lon] = basePosition(device.index);
  return message(
    upTopic(device.id, 'fault'),
    `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"active":[{"code":"${code}","spn":157,"fmi":16,"lamp":"AWL","count":1}],"cleared":[],"lat":${lat}${hole(3)},"lon":${lon}${hole(3)}}`,
  );
}

export function sosMessage(device: LoadDevice, boot: number): LoadMessage {
  const [lat, lon] = basePosition(device.index);
  return message(
    upTopic(device.id, 'sos'),
    `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"type":"button","lat":${lat}${hole(3)},"lon":${lon}${hole(3)},"speed":4.2}`,
  );
}

/** An SOS message without its last byte: it must be parsed completely to be found invalid, and each one differs. */
export function garbageMessage(device: LoadDevice, boot: number): LoadMessage {
  const [lat, lon] = basePosition(device.index);
  return message(
    upTopic(device.id, 'sos'),
    `{"v":1,"boot":${String(boot).padStart(10)},"seq":${hole(10)},"ts":${hole(13)},"type":"button","lat":${lat}${hole(3)},"lon":${lon}${hole(3)},"speed":4.2`,
  );
}

/** Latitude and longitude of the n-th device with four decimals: a grid of 100 columns, 0.0005 degrees apart, west of Jeonju. */
export function basePosition(index: number): [string, string] {
  return [(35.8 + Math.floor(index / 100) * 0.0005).toFixed(4), (126.7 + (index % 100) * 0.0005).toFixed(4)];
}

/** The rectangle that holds the first `n` devices. */
export function fleetBounds(n: number): { west: number; south: number; east: number; north: number } {
  const margin = 0.0002;
  const columns = Math.min(n, 100);
  return {
    west: 126.7 - margin,
    south: 35.8 - margin,
    east: 126.7 + columns * 0.0005 + margin,
    north: 35.8 + Math.ceil(n / 100) * 0.0005 + margin,
  };
}

function message(topic: string, json: string): LoadMessage {
  const { bytes, packetIdAt, payloadAt } = publishPacket(topic, Buffer.from(json, 'latin1'));
  const placeOf = (key: string, from = 0): number => {
    const found = json.indexOf(key, from);
    return found === -1 ? -1 : payloadAt + json.indexOf('@', found);
  };
  const seqAt = placeOf('"seq":');
  const tsAt = placeOf('"ts":');
  const sampleAt = json.indexOf('"samples"');
  const sampleTsAt = sampleAt === -1 ? -1 : placeOf('"ts":', sampleAt);
  const latAt = placeOf('"lat":');
  const lonAt = placeOf('"lon":');
  return {
    bytes,
    payload: bytes.subarray(payloadAt),
    set({ packetId, seq, tsMs, stamp }) {
      const [hi, lo] = splitStamp(stamp);
      bytes.writeUInt16BE(packetId, packetIdAt);
      writeNumber(bytes, seqAt, 10, seq, space);
      writeNumber(bytes, tsAt, 13, tsMs, zero);
      if (sampleTsAt !== -1) writeNumber(bytes, sampleTsAt, 13, tsMs, zero);
      writeNumber(bytes, latAt, 3, hi, zero);
      writeNumber(bytes, lonAt, 3, lo, zero);
    },
  };
}

const space = 0x20;
const zero = 0x30;

/** Decimal digits, right-aligned in `width` bytes. */
function writeNumber(bytes: Buffer, at: number, width: number, value: number, pad: number): void {
  let left = value;
  for (let i = at + width - 1; i >= at; i--) {
    const next = Math.floor(left / 10);
    bytes[i] = left === 0 && i !== at + width - 1 ? pad : zero + (left - next * 10);
    left = next;
  }
  if (left > 0) throw new RangeError(`${value} has more than ${width} digits`);
}
