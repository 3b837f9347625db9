import fs from 'node:fs';
import { expect, it, vi } from 'vitest';
import { pdfPages } from '../../testing/pdf-text';
import { fitColumns, wrap } from './column-widths';
import { tablePdf, type TablePdf } from './table-pdf';

const table = (rows: number, over: Partial<TablePdf> = {}): TablePdf => ({
  language: 'ko',
  title: '고장 신고',
  lines: [
    '조건: 기간: 2026-11-20 – 2026-11-26 · 심각도: 심각, 중대',
    '총 80행 · 2026-11-26 22:15 (Asia/Seoul) 기준 · 작성자 김민수',
  ],
  head: [
    { text: '번호', align: 'right' },
    { text: '차대번호', align: 'left' },
    { text: '내용', align: 'left' },
    { text: '주행거리 (km)', align: 'right' },
  ],
  rows: Array.from({ length: rows }, (_, i) => [
    String(rows - i),
    `KHDX1100ABC${String(i).padStart(6, '0')}`,
    i % 7 === 0 ? '배기가스 재순환 밸브의 위치 신호가 기준을 벗어났습니다. '.repeat(6) : `정비 ${i}회차`,
    (i * 1234.5).toLocaleString('en'),
  ]),
  footer: 'Headland · 고장 신고',
  madeAt: new Date('2026-11-26T13:15:00Z'),
  ...over,
});

it('repeats its header on every page, and numbers the pages of how many', async () => {
  const bytes = await tablePdf(table(120, { totals: ['', '합계', '', '8,813,000'], end: '처음 120행만 실었습니다.' }));
  const pages = pdfPages(bytes);
  expect(pages.length).toBeGreaterThan(2);
  for (const [i, page] of pages.entries()) {
    expect(page).toContain('번호 차대번호 내용 주행거리 (km)');
    expect(page).toContain(`${i + 1} / ${pages.length}`);
    expect(page).toContain('Headland · 고장 신고');
  }
  const text = pages.join('\n');
  for (let i = 0; i < 120; i++) expect(text).toContain(`KHDX1100ABC${String(i).padStart(6, '0')}`);
  expect(pages[0]).toContain('심각도: 심각, 중대');
  expect(pages.at(-1)).toContain('합계');
  expect(pages.at(-1)).toContain('처음 120행만 실었습니다.');
  expect(text).not.toContain('\uFFFD');
});

it('reads each font once, however many rows there are', async () => {
  const read = vi.spyOn(fs, 'readFileSync');
  await tablePdf(table(30));
  const fonts = read.mock.calls.map(([file]) => String(file)).filter((file) => file.endsWith('.ttf'));
  read.mockRestore();
  expect(fonts.length).toBeLessThanOrEqual(2);
  expect(fonts.length).toBeGreaterThan(0);
});

it('lets others have their turn, and ends when it is told to', async () => {
  let turns = 0;
  const other = setInterval(() => turns++, 1);
  await tablePdf(table(60));
  clearInterval(other);
  expect(turns).toBeGreaterThan(3);
  const stop = tablePdf(table(60), (set) => (set >= 30 ? Promise.reject(new Error('stopped')) : Promise.resolve()));
  await expect(stop).rejects.toThrow('stopped');
});

it('is in the largest size in which its columns fit, and cuts the widest where none does', () => {
  const of = { space: 700, padding: 3, sizes: [8, 7, 6] };
  expect(fitColumns([10, 10], of)).toEqual({ size: 8, widths: [110, 110] });
  expect(fitColumns([20, 20, 20, 20, 20], of).size).toBe(6);
  const { size, widths } = fitColumns([5, 5, 400, 400, 400, 400, 400], of);
  expect(size).toBe(6);
  expect(widths.slice(0, 2)).toEqual([36, 36]);
  expect(widths.reduce((all, one) => all + one, 0)).toBeCloseTo(700);
});

it('breaks a text at spaces, within a word that is too long, and shows where there is more', () => {
  const measure = (text: string): number => [...text].length;
  expect(wrap('one two three', 7, measure, 4)).toEqual(['one two', 'three']);
  expect(wrap('KHDX1100ABC000123', 6, measure, 4)).toEqual(['KHDX11', '00ABC0', '00123']);
  expect(wrap('one two three four', 5, measure, 2)).toEqual(['one', 'two…']);
  expect(wrap('', 5, measure, 2)).toEqual(['']);
});
