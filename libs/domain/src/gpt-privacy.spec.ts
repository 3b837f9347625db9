import { describe, expect, it } from 'vitest';
import { type KnownPerson, withoutPersonalData } from './gpt-privacy';

const kim: KnownPerson = {
  name: '김민수',
  phone: '010-1234-5678',
  email: 'minsu.kim@example.com',
  loginId: 'minsu61',
  birthOn: '1961-02-03',
  address: '전북 김제시 백산면 하정리 12',
  addressDetail: '101동 202호',
  nicknames: ['민수네 트랙터'],
  vins: ['HDLTTESTVEHI00042'],
};
const smith: KnownPerson = { ...kim, name: 'John Smith', loginId: 'smith', nicknames: [], vins: [] };
const sent = (text: string, person = kim) => withoutPersonalData(text, person);

describe('of a question nothing personal is sent', () => {
  it.each([
    ['김민수입니다. 오일은요?', '[name]입니다. 오일은요?'],
    ['제 이름은 김 민수 예요', '제 이름은 [name] 예요'],
    ['010-1234-5678로 전화 주세요', '[phone]로 전화 주세요'],
    ['01012345678, 010 1234 5678, 010.1234.5678', '[phone], [phone], [phone]'],
    ['이웃 번호 011-234-5678, 사무실 063-555-0100', '이웃 번호 [phone], 사무실 [phone]'],
    ['+82 10-1234-5678', '[phone]'],
    ['+1 (555) 123-4567', '[phone]'],
    ['minsu.kim@example.com 또는 other+x@farm.co.kr', '[e-mail] 또는 [e-mail]'],
    ['제 아이디 minsu61', '제 아이디 [ID]'],
    ['1961-02-03생, 1961년 2월 3일, 19610203', '[birth date]생, [birth date], [birth date]'],
    ['610203-1234567', '[number]'],
    ['카드 1234-5678-9012-3456', '카드 [number]'],
    ['계좌 301-0123-4567-81', '계좌 [number]-81'],
    ['전북 김제시 백산면 하정리 12, 101동 202호에 있어요', '[address], [address]에 있어요'],
    ['민수네 트랙터가 안 움직여요', '[machine]가 안 움직여요'],
    ['HDLTTESTVEHI00042 고장', '[VIN] 고장'],
    ['hdlttestvehi00042 고장', '[VIN] 고장'],
    ['차대번호 뒤 VEHI00042', '차대번호 뒤 [VIN]'],
    ['뒷자리 I00042 입니다', '뒷자리 [VIN] 입니다'],
    ['KMHDLTTEST1234567 is another machine', '[VIN] is another machine'],
  ])('%s', (text, expected) => expect(sent(text)).toBe(expected));

  it.each([
    '엔진 2200 rpm, 유압 180 bar, 0.35 mm',
    '2026-11-20에 500시간 점검',
    'E0300 코드, 부품번호 A1234567',
    '뒷자리 00042',
    '3,000평에 20 L, 12.4 V',
    'SAE 15W-40, 10 000 h',
  ])('but what names nobody stays: %s', (text) => expect(sent(text)).toBe(text));

  it('a Latin name is replaced as a word only', () => {
    expect(sent('I am John Smith, JOHNSMITH, john-smith', smith)).toBe('I am [name], [name], [name]');
    expect(sent('the blacksmiths', smith)).toBe('the blacksmiths');
  });

  it('a name of one letter, or none, replaces nothing', () => {
    const nobody = { ...kim, name: '', phone: null, email: null, loginId: null, birthOn: null, address: null };
    expect(sent('가나다', { ...nobody, name: '가', addressDetail: null, nicknames: ['', ' '], vins: [] })).toBe(
      '가나다',
    );
  });

  it('whatever stands around them', () => {
    const values = [kim.name, kim.phone, kim.email, kim.loginId, kim.address, kim.nicknames[0], kim.vins[0]];
    const around = ['', ' ', '.', '\n', '(', ')', '"', '는 ', ', ', '질문: ', '/'];
    for (const value of values)
      for (const before of around)
        for (const after of around) {
          const text = sent(`엔진${before}${value ?? ''}${after}오일`);
          expect(text, `${before}|${value}|${after}`).not.toContain(value);
        }
  });
});
