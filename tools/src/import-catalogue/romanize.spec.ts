import { describe, expect, it } from 'vitest';
import { romanize, romanizePlace } from './romanize';

describe('romanize', () => {
  // as the road signs and the National Institute of Korean Language write them
  it.each([
    ['신라', 'Silla'],
    ['왕십리', 'Wangsimni'],
    ['별내', 'Byeollae'],
    ['독립문', 'Dongnimmun'],
    ['종로', 'Jongno'],
    ['대관령', 'Daegwallyeong'],
    ['백마', 'Baengma'],
    ['압구정', 'Apgujeong'],
    ['울릉', 'Ulleung'],
    ['강릉', 'Gangneung'],
    ['묵호', 'Mukho'],
    ['집현', 'Jiphyeon'],
    ['옥천', 'Okcheon'],
    ['합덕', 'Hapdeok'],
    ['구미', 'Gumi'],
    ['영동', 'Yeongdong'],
    ['백암', 'Baegam'],
    ['호법', 'Hobeop'],
    ['월곶', 'Wolgot'],
    ['벚꽃', 'Beotkkot'],
    ['한밭', 'Hanbat'],
    ['삼랑진', 'Samnangjin'],
    ['한림', 'Hallim'],
    ['일로', 'Illo'],
    ['옥룡', 'Ongnyong'],
    ['추풍령', 'Chupungnyeong'],
    ['태안', 'Taean'],
    ['의왕', 'Uiwang'],
    ['법원', 'Beobwon'],
    ['백령', 'Baengnyeong'],
    ['전주', 'Jeonju'],
  ])('%s is %s', (korean, latin) => {
    expect(romanize(korean)).toBe(latin);
  });
  it('refuses what is no Hangul', () => {
    expect(() => romanize('Gangnam')).toThrow('not Hangul');
  });
});

describe('romanizePlace', () => {
  it.each([
    ['정읍시', 'Jeongeup'],
    ['고창군', 'Gochang-gun'],
    ['강남구', 'Gangnam-gu'],
    ['신태인읍', 'Sintaein-eup'],
    ['남면', 'Nam-myeon'],
    ['해룡면', 'Haeryong-myeon'],
    ['서울', 'Seoul'],
    ['동면', 'Dong-myeon'],
  ])('%s is %s', (korean, latin) => {
    expect(romanizePlace(korean)).toBe(latin);
  });
});
