import { wallClock } from '../../platform/spreadsheet/wall-clock';
import type { ExportReader } from './to-write';

/** When it was read, by whose clock, and for whom. */
export const madeAtText = ({ t, at, timeZone, name }: ExportReader): string =>
  t('exportPdf.madeAt', { at: clockText(wallClock(timeZone), at.getTime()).slice(0, 16), zone: timeZone, name });

/** 2026-11-26 09:30:05, by a clock on the wall. */
export const clockText = (clock: (at: number) => number, at: number): string =>
  new Date(clock(at)).toISOString().slice(0, 19).replace('T', ' ');
