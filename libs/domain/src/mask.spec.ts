import { describe, expect, it } from 'vitest';
import { maskName, maskCustomer, maskPhone } from './mask';

describe('a masked name', () => {
  it.each([
    ['김민수', '김*수'],
    ['남궁민수', '남**수'],
    ['이산', '이*'],
    ['박', '*'],
    ['John Miller', 'J**n M****r'],
    ['Al', 'A*'],
    [' 김민수 ', '김*수'],
    ['𠮷野家', '𠮷*家'],
    ['', ''],
  ])('%s → %s', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });
});

describe('a masked phone', () => {
  it.each([
    ['010-1234-5678', '010-****-5678'],
    ['02-123-4567', '02-***-4567'],
    ['01012345678', '010****5678'],
    ['+15155550123', '+15*****0123'],
    ['515-555-0123', '515-***-0123'],
    ['515 555 0123', '515-***-0123'],
    ['1234567', '*******'],
    ['', ''],
  ])('%s → %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked);
  });

  it('stays missing where there is none', () => {
    expect(maskCustomer({ id: 7, name: '김민수', phone: null })).toEqual({ id: 7, name: '김*수', phone: null });
  });
});
