import { numberText } from '@headland/i18n/report-text';
import type { Language } from '@headland/i18n/messages';
import { ink, ink2, line } from './fonts';

/** Bars for paper, as SVG. The numbers are in the table beside it. */
export interface Chart {
  /** `days`: upright, one after another; `ranks`: lying, under one another */
  kind: 'days' | 'ranks';
  /** beside one another: what is no part of a sum */
  grouped?: boolean;
  labels: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
}

/** Slate, two lighter tints: distinguishable in a grey print, too. */
const shades = ['#3d5871', '#8fa8bf', '#ccd7e1'] as const;
const width = 490;
const font = 'font-family="Pretendard" font-size="16"';

export const chartSvg = (chart: Chart, language: Language): string =>
  chart.kind === 'ranks' ? ranks(chart, language) : days(chart, language);

function days({ labels, series, grouped = false }: Chart, language: Language): string {
  const [top, height] = [10, 165];
  const bottom = top + height;
  const sums = labels.map((_, i) => {
    const values = series.map(({ values: of }) => of[i] ?? 0);
    return grouped ? Math.max(0, ...values) : values.reduce((all, value) => all + value, 0);
  });
  const most = niceTop(Math.max(0, ...sums));
  // the numbers of the axis stand there
  const left = 14 + 10 * numberText(language, most).length;
  const step = (width - left) / labels.length;
  const grid = [0, 0.5, 1].map((share) => {
    const y = bottom - share * height;
    return `<line x1="${left}" x2="${width}" y1="${y}" y2="${y}" stroke="${line}" stroke-width="1"/>${text(left - 8, y + 6, numberText(language, most * share), 'end')}`;
  });
  const bars = labels.map((label, i) => {
    const middle = left + (i + 0.5) * step;
    const missing = series.every(({ values }) => values[i] === null);
    const one = grouped ? Math.min(15, (step - 8) / series.length) : Math.min(40, step * 0.62);
    let base = bottom;
    const own = series.map(({ values }, k) => {
      const high = ((values[i] ?? 0) / most) * height;
      const x = grouped ? middle + (k - series.length / 2) * one : middle - one / 2;
      if (!grouped) base -= high;
      return high === 0 ? '' : bar(x, grouped ? bottom - high : base, one - 1, high, k);
    });
    return `${own.join('')}${missing ? text(middle, bottom - 6, '–', 'middle') : ''}${text(middle, bottom + 20, label, 'middle')}`;
  });
  const legend = series.length < 2 ? '' : legendOf(series, left, bottom + 46);
  return svg(bottom + (series.length < 2 ? 28 : 56), [...grid, ...bars, legend]);
}

function ranks({ labels, series: [values] }: Chart, language: Language): string {
  const row = 40;
  const most = Math.max(1e-9, ...(values?.values ?? []).map((value) => value ?? 0));
  const rows = labels.map((label, i) => {
    const value = values?.values[i] ?? 0;
    return `${text(0, i * row + 16, label, 'start', ink)}${text(width, i * row + 16, numberText(language, value, Number.isInteger(value) ? 0 : 1), 'end', ink)}${bar(0, i * row + 22, (value / most) * width, 9, 0)}`;
  });
  return svg(Math.max(1, labels.length) * row, rows);
}

function legendOf(series: Chart['series'], left: number, y: number): string {
  let x = left;
  return series
    .map(({ name }, i) => {
      const at = x;
      // Hangul is about as wide as it is high, Latin half of that
      x += 34 + [...name].reduce((all, letter) => all + (letter > '\u1100' ? 15 : 9), 0);
      return `${bar(at, y - 11, 12, 12, i)}${text(at + 17, y, name, 'start')}`;
    })
    .join('');
}

/** An axis up to a number that halves well. */
function niceTop(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8, 10].find((n) => n * power >= most && (n * power) % 2 === 0) ?? 10) * power;
}

const bar = (x: number, y: number, w: number, h: number, shade: number): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${shades[shade] ?? shades[2]}"/>`;
const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end', fill: string = ink2): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" ${font} fill="${fill}">${escaped(words)}</text>`;
const svg = (height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
const round = (n: number): number => Math.round(n * 10) / 10;
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
