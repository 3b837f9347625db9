import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Pretendard has Hangul and Latin. Every PDF is set in it; only the glyphs that are used are embedded. */
export const fontFolder = join(
  dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static/alternative',
);
export const fontFiles = {
  normal: join(fontFolder, 'Pretendard-Regular.ttf'),
  bold: join(fontFolder, 'Pretendard-SemiBold.ttf'),
};

/** Of everything that is printed. */
export const ink = '#1d2620';
export const ink2 = '#5b665f';
export const line = '#d5dad3';
