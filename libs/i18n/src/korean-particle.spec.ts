import { describe, expect, it } from 'vitest';
import { formatMessage } from './format-message';
import { hasParticle, withParticles } from './korean-particle';

describe('a Korean particle', () => {
  it.each([
    ['이름을(를)', '이름을'],
    ['부상 여부을(를)', '부상 여부를'],
    ['서울(으)로', '서울로'],
    ['정읍(으)로', '정읍으로'],
    ['나주(으)로', '나주로'],
    ['단말기 HDKR-1001이(가)', '단말기 HDKR-1001이'],
    ['단말기 HDKR-1002은(는)', '단말기 HDKR-1002는'],
    ['버전 v1(으)로', '버전 v1로'],
    ['버전 v3과(와)', '버전 v3과'],
    ['버전 v2과(와)', '버전 v2와'],
    ['“HL 6-110”을(를)', '“HL 6-110”을'],
    ['kim@korea.com(으)로', 'kim@korea.com으로'],
    ['EGR을(를)', 'EGR을'],
    ['ECU을(를)', 'ECU를'],
    ['v2을(를) v3(으)로', 'v2를 v3으로'],
  ])('%s is read %s', (both, read) => expect(withParticles(both)).toBe(read));

  it.each(['…을(를)', '을(를)'])('without a known sound before it keeps both forms: %s', (text) =>
    expect(withParticles(text)).toBe(text),
  );

  it('is found in messages', () =>
    expect([hasParticle('{label}을(를) 입력해 주세요.'), hasParticle('{name} 님')]).toEqual([true, false]));

  it('is resolved in every message of the product, and only in Korean', () => {
    expect(formatMessage('ko', 'field.req', { label: '이름' })).toBe('이름을 입력해 주세요.');
    expect(formatMessage('ko', 'field.choose', { label: '부상 여부' })).toBe('부상 여부를 선택해 주세요.');
    expect(formatMessage('en', 'field.req', { label: 'A을(를)' })).toBe('A을(를) is required.');
  });
});
