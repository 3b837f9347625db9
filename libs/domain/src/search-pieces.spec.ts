import { expect, it } from 'vitest';
import { searchPieces } from './search-pieces';

it.each([
  ['요소수가', ['요소', '소수', '수가']],
  ['요소수 경고등?', ['요소', '소수', '경고', '고등']],
  ['E0300 코드', ['e0300', '코드']],
  ['How often do I change the oil', ['how', 'often', 'change', 'the', 'oil']],
  ['DPF재생 DPF', ['dpf', '재생']],
  ['가 a 1 !?', []],
  ['', []],
])('%s is searched for by its pieces', (text, pieces) => expect(searchPieces(text)).toEqual(pieces));

it('a long text has no more than the most', () => {
  const long = Array.from({ length: 2_000 }, (_, i) => String.fromCharCode(0xac00 + i)).join('');
  expect(searchPieces(long)).toHaveLength(200);
});
