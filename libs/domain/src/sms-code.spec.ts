import { describe, expect, it } from 'vitest';
import {
  codesLeft,
  dialledDigits,
  isProven,
  judge,
  minutesToSend,
  phoneDigits,
  secondsToResend,
  smsAddress,
  storedDigits,
  type SmsCode,
} from './sms-code';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 4, 1, 9, 0, 0) + minutes * 60_000);
const code = (over: Partial<SmsCode> = {}): SmsCode => ({
  startedAt: at(0),
  sentAt: at(0),
  expiresAt: at(3),
  wrong: 0,
  confirmedAt: null,
  usedAt: null,
  ...over,
});

describe('a code', () => {
  it.each<[string, SmsCode, boolean, number, 'right' | 'wrong' | 'dead']>([
    ['that fits', code(), true, 2.99, 'right'],
    ['that does not', code(), false, 1, 'wrong'],
    ['that fits, too late', code(), true, 3, 'wrong'],
    ['after four wrong ones', code({ wrong: 4 }), true, 1, 'right'],
    ['after five wrong ones', code({ wrong: 5 }), true, 1, 'dead'],
    ['that was confirmed', code({ confirmedAt: at(1) }), true, 1, 'dead'],
    ['that was used', code({ usedAt: at(1) }), true, 1, 'dead'],
    ['sent again and again for half an hour', code({ sentAt: at(29), expiresAt: at(32) }), true, 30, 'dead'],
  ])('%s', (_, given, fits, minutes, verdict) => expect(judge(given, fits, at(minutes))).toBe(verdict));

  it('has five tries', () => expect([0, 1, 4, 5, 6].map((wrong) => codesLeft({ wrong }))).toEqual([5, 4, 1, 0, 0]));

  it.each([
    [at(0), null, 59, true],
    [at(0), null, 60, false],
    [at(0), at(1), 5, false],
    [null, null, 5, false],
  ])('confirmed %s, used %s: %i minutes later proven %s', (confirmedAt, usedAt, minutes, proven) =>
    expect(isProven(code({ confirmedAt, usedAt }), at(minutes))).toBe(proven),
  );
});

describe('sending', () => {
  it.each([
    [0, 60],
    [0.5, 30],
    [1, 0],
    [2, 0],
  ])('again after %s minutes waits %i seconds', (minutes, seconds) =>
    expect(secondsToResend(at(0), at(minutes))).toBe(seconds),
  );

  it.each<[number[], number, number]>([
    [[], 0, 0],
    [[0, 1, 2, 3], 10, 0],
    [[0, 1, 2, 3, 4], 10, 50],
    [[4, 3, 2, 1, 0], 59.5, 1],
    [[0, 1, 2, 3, 4], 60, 0],
    [[0, 1, 2, 3, 4, 5], 10, 51],
  ])('those at %j leave %s minutes later a wait of %i', (sent, minutes, wait) =>
    expect(minutesToSend(sent.map(at), 5, at(minutes))).toBe(wait),
  );
});

describe('a phone', () => {
  it('is the same however it is written', () => expect(phoneDigits('010-1234-5678')).toBe(phoneDigits('01012345678')));
  it.each([
    ['82', '010-1234-5678', '010-1234-5678'],
    ['1', '2125550100', '+12125550100'],
    ['49', '0301234567', '+49301234567'],
    ['1', '+12125550100', '+12125550100'],
  ])('of country %s, %s, is dialled %s', (country, phone, address) => expect(smsAddress(country, phone)).toBe(address));

  it.each([
    ['82', '010-1234-5678', '82', '+821012345678', true],
    ['82', '+12125550100', '1', '2125550100', true],
    ['44', '07911123456', '44', '7911123456', true],
    ['20', '01012345678', '82', '010-1234-5678', false],
    ['91', '9195550100', '1', '9195550100', false],
    ['91', '9195550100', '82', '+19195550100', false],
  ])('of country %s, %s, is that of country %s, %s: %s', (country, phone, ofStored, stored, same) => {
    expect(dialledDigits(country, phone) === dialledDigits(ofStored, stored)).toBe(same);
    if (same) expect(storedDigits(country, phone), 'is looked up').toContain(phoneDigits(stored));
  });
});
