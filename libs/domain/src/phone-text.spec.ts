import { describe, expect, it } from 'vitest';
import { phoneText } from './phone-text';

describe('a phone number', () => {
  it.each([
    // Korean: as it is entered, and as an old register has it
    ['010-1234-5678', '82', '010-1234-5678'],
    ['01012345678', '82', '010-1234-5678'],
    ['0212345678', undefined, '02-1234-5678'],
    ['025550100', undefined, '02-555-0100'],
    ['050512345678', undefined, '0505-1234-5678'],
    ['+821012345678', undefined, '+82 10-1234-5678'],
    ['010****5678', undefined, '010-****-5678'],
    // of other countries, entered as digits
    ['5015550123', '1', '+1 501 555 0123'],
    ['501***0123', '1', '+1 501 *** 0123'],
    ['0412345678', '61', '+61 412 345 678'],
    ['15112345678', '49', '+49 1511 234 5678'],
    ['+15015550123', undefined, '+1 501 555 0123'],
    ['+33612345678', undefined, '+33 6 12 34 56 78'],
    ['+998901234567', undefined, '+998 90 123 4567'],
    // of an unknown country
    ['5015550123', undefined, '501 555 0123'],
    ['1234', '1', '+1 1234'],
    // no number, or written by hand
    ['(501) 555-0123', '1', '(501) 555-0123'],
    ['ext. 4', undefined, 'ext. 4'],
    ['', undefined, ''],
  ])('%s of %s is %s', (phone, country, text) => expect(phoneText(phone, country)).toBe(text));
});
