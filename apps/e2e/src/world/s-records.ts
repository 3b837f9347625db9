/** A program as a maker's tool writes it: Motorola S-records with 32-bit addresses, the header naming target, variant, calibration and version. */
export function sRecords(header: string, data: Uint8Array, from = 0x8000_0000): string {
  const lines = [record(0, 2, 0, Buffer.from(header, 'latin1'))];
  for (let at = 0; at < data.length; at += 32) lines.push(record(3, 4, from + at, data.subarray(at, at + 32)));
  return `${[...lines, record(7, 4, from)].join('\n')}\n`;
}

function record(type: number, width: number, address: number, data: Uint8Array = new Uint8Array()): string {
  const bytes = Buffer.alloc(1 + width + data.length);
  bytes.writeUInt8(width + data.length + 1, 0);
  bytes.writeUIntBE(address, 1, width);
  bytes.set(data, 1 + width);
  const sum = ~bytes.reduce((all, b) => all + b, 0) & 0xff;
  return `S${type}${bytes.toString('hex').toUpperCase()}${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}
