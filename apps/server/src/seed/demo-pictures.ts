import sharp from 'sharp';
import type { FileStore } from '../platform/files/file-store';

/** Pictures of the demonstration, drawn by code: a field under a sky, with a machine in it. */
export interface Scene {
  sky: [string, string];
  field: [string, string];
  body: string;
  /** a round baler, a trailer or nothing behind the tractor */
  behind?: 'baler' | 'trailer';
  snow?: boolean;
}
const width = 1200;
const height = 750;

/** A drawing with its size in pixels. */
interface Drawing {
  svg: string;
  width: number;
  height: number;
}
export const fieldScene = (scene: Scene): Drawing => ({ svg: svgOf(scene), width, height });

/** Stores a drawing in the sizes of an uploaded picture, and answers its id. What no record keeps is swept. */
export async function storePicture(
  files: FileStore,
  { name, svg, width, height }: Drawing & { name: string },
): Promise<string> {
  const full = await sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer();
  const resized = (side: number): Promise<Buffer> =>
    sharp(full).resize({ width: side }).webp({ quality: 78 }).toBuffer();
  const file = { kind: 'image', name, type: 'image/webp', createdBy: null, width, height } as const;
  return files.put(file, full, { medium: await resized(800), thumb: await resized(320) });
}

function svgOf({ sky, field, body, behind, snow = false }: Scene): string {
  const rows = Array.from({ length: 9 }, (_, i) => {
    const x = -200 + i * 190;
    return `<path d="M${x} ${height} L${560 + i * 12} 430" stroke="${field[1]}" stroke-width="10" opacity="0.55"/>`;
  });
  const flakes = Array.from(
    { length: snow ? 90 : 0 },
    (_, i) => `<circle cx="${(i * 137) % width}" cy="${(i * 89) % 520}" r="${2 + (i % 3)}" fill="#fff" opacity="0.8"/>`,
  );
  const wheel = (x: number, y: number, r: number): string =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#22262a"/><circle cx="${x}" cy="${y}" r="${r * 0.5}" fill="#d9b23c"/><circle cx="${x}" cy="${y}" r="${r * 0.14}" fill="#22262a"/>`;
  const implement =
    behind === 'baler'
      ? `<rect x="210" y="430" width="210" height="140" rx="66" fill="#7c8a3a"/>${wheel(320, 592, 44)}`
      : behind === 'trailer'
        ? `<path d="M150 420h270v130H190z" fill="#8a5a34"/>${wheel(250, 590, 46)}${wheel(356, 590, 46)}`
        : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#s)"/>
    <circle cx="960" cy="170" r="64" fill="#fff3c4" opacity="0.9"/>
    <path d="M0 400 Q200 300 420 380 T820 350 T1200 390 V470 H0Z" fill="${field[1]}" opacity="0.6"/>
    <rect y="430" width="${width}" height="${height - 430}" fill="${field[0]}"/>${rows.join('')}
    ${implement}
    <rect x="400" y="520" width="70" height="14" fill="#3a4046"/>
    <path d="M470 420h300l60 60v90H470z" fill="${body}"/><path d="M480 270h170l34 150H480z" fill="#2b3238"/>
    <path d="M498 290h134l26 112H498z" fill="#bcd6e2"/><rect x="470" y="252" width="220" height="22" rx="8" fill="${body}"/>
    <rect x="756" y="330" width="14" height="92" fill="#3a4046"/>
    ${wheel(530, 560, 104)}${wheel(790, 596, 66)}${flakes.join('')}
  </svg>`;
}
