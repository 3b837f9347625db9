import { describe, expect, it } from 'vitest';
import { faults } from '@headland/contracts/fault';
import { readFilter } from '../ui/use-list';
import { parseSearch, stringifySearch } from './search';

describe('an address', () => {
  it('reads back what it was written from', () => {
    const search = { tab: 'queue', severity: ['critical', 'major'], vin: 'HDLT 6&=?', id: '12' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });
  it('leaves out what is not set', () => expect(stringifySearch({ vin: '', page: undefined, id: null })).toBe(''));
});

describe('a filter in an address', () => {
  const read = (text: string) => readFilter(faults.list.query, parseSearch(text));
  it('has its defaults', () =>
    expect(read('').filter).toMatchObject({ tab: 'queue', page: 1, size: 20, sort: 'priority', severity: [] }));
  it('accepts one value or several', () => {
    expect(read('?severity=minor').filter.severity).toEqual(['minor']);
    expect(read('?severity=minor&severity=major').filter.severity).toEqual(['minor', 'major']);
  });
  it('ignores what it does not know, and drops only what is wrong', () => {
    const { filter, input } = read('?id=4&nonsense=1&size=7&severity=awful&vin=123');
    expect(filter).toMatchObject({ size: 20, severity: [], vin: '123' });
    expect(Object.keys(input)).toEqual(['vin']);
  });
});
