import { describe, expect, it } from 'vitest';
import { inOrder, moved } from './column-order';

const columns = ['name', 'a', 'b', 'c'].map((key) => ({ key, title: key, cell: () => null }));
const keys = (order: string[], identity = 'name') =>
  inOrder(columns, order, identity)
    .map((c) => c.key)
    .join(' ');

describe('the order of columns', () => {
  it('is the chosen one; what names the row keeps its place', () => {
    expect(keys([])).toBe('name a b c');
    expect(keys(['c', 'a', 'b'])).toBe('name c a b');
    expect(keys(['c', 'name', 'a', 'b'])).toBe('name c a b');
    expect(keys(['c', 'a', 'name'], 'b')).toBe('c a b name');
  });

  it('ignores a column that is gone, and puts a new one behind the one it follows', () => {
    expect(keys(['c', 'gone', 'a'])).toBe('name c a b');
    expect(keys(['b'])).toBe('name a b c');
    expect(keys(['c'])).toBe('name a b c');
  });

  const choices = (shown: string) => ['a', 'b', 'c', 'd'].map((key) => ({ key, on: shown.includes(key) }));
  it.each([
    ['by one place', 'abcd', 'b', -1, 'bacd'],
    ['by one place to the right', 'abcd', 'b', 1, 'acbd'],
    ['not beyond the end', 'abcd', 'd', 1, 'abcd'],
    ['not beyond the beginning', 'abcd', 'a', -1, 'abcd'],
    ['past the next shown one', 'ad', 'a', 1, 'bcda'],
    ['past the shown one before', 'ad', 'd', -1, 'dabc'],
    ['not where only hidden ones follow', 'ab', 'b', 1, 'abcd'],
    ['by one place if it is hidden', 'ad', 'b', 1, 'acbd'],
    ['not if it is not there', 'abcd', 'x', 1, 'abcd'],
  ] as const)('changes %s', (_, shown, key, by, expected) => {
    expect(moved(choices(shown), key, by).join('')).toBe(expected);
  });
});
