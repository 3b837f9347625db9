export interface HexLine {
  offset: string;
  hex: string;
  text: string;
}

/** Bytes as an engineer reads them: where, in hex, and beside it what of it is readable. */
export function hexLines(bytes: Uint8Array, perLine: number): HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = [...bytes.subarray(at, at + perLine)];
    lines.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: part.map(hexOf).join(' '),
      text: part.map((b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·')).join(''),
    });
  }
  return lines;
}

export const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');
export const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
