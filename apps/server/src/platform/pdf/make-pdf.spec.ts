import { expect, it } from 'vitest';
import { makePdf, type Report } from './make-pdf';

const sheet: Report = {
  title: '인도 점검 및 인수 확인서',
  subtitle: 'KHD-110 · KHDX1100ABC000123',
  sections: [
    {
      heading: '차량',
      values: [
        ['모델', 'KHD-110'],
        ['차대번호', 'KHDX1100ABC000123'],
        ['엔진 시간', '1,234.5 h'],
      ],
    },
    {
      heading: '이력',
      table: {
        head: ['시각', '내용'],
        rows: Array.from({ length: 80 }, (_, i) => [`2026-11-0${i % 9}`, `정비 ${i}회차`]),
      },
    },
    { heading: '없음', table: { head: ['a', 'b'], rows: [] } },
  ],
  footer: 'Headland',
  madeAt: new Date('2026-11-22T00:00:00Z'),
};

it('sets Korean in fonts of its own, only the letters that are used', async () => {
  const bytes = await makePdf(sheet);
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text).toMatch(/\/FontFile2/u);
  expect(text).toMatch(/Pretendard/u);
  expect(bytes.length).toBeLessThan(200_000);
});

it('makes the same bytes of the same sheet, so that its hash proves it', async () => {
  expect(Buffer.from(await makePdf(sheet)).equals(Buffer.from(await makePdf(sheet)))).toBe(true);
});
