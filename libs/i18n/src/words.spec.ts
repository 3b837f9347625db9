import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue';
import { helpParts, type HelpFile, type HelpText } from './help/help';
import { allHelp } from './help/topics';
import { hasParticle } from './korean-particle';
import type { Language } from './messages';

/** One thing has one word on every screen (docs/glossary.md): the word to use, and what it replaces. */
const words: Record<Language, readonly (readonly [use: string, never: RegExp, exceptOf?: RegExp])[]> = {
  ko: [
    ['미처리', /열린 (?:SOS|고장|신고|호출)|미조치|미완료|처리되지 않은/u],
    ['진행 중', /처리 중/u],
    ['상위 보고 n차', /상향/u],
    ['SOS', /SOS 호출|SOS 신고/u],
    ['이벤트 기록', /있었던 일|일어난 일/u],
    ['자동 해제', /스스로 해제/u],
    ['다발 고장코드', /많은 코드/u],
    ['확인 소요(중앙값)', /(?:확인|해결) 중앙값/u],
    ['소유권 이전 대기', /(?<!소유권 )이전 대기/u],
    ['롤(좌우), 피치(앞뒤), 요(방향)', /좌우 X|앞뒤 Y|회전 Z/u],
    ['미확정(Pending) 코드', /대기 중인 코드|보류 코드/u],
    ['확정(저장) 코드', /저장된 코드/u],
    ['하드웨어 사양', /변형/u],
    ['전송 요청됨', /제안함|제안/u],
    ['사고 기록서', /증거 기록서/u],
    ['림프홈', /비상 속도/u],
    ['절전 상태', /쉬고 있/u],
    ['통신 없음', /소식이 없/u],
    ['심각도', /등급/u],
    ['경고등', /램프/u],
    ['출고일', /출하일/u],
    ['단말기 ID', /단말기 번호/u],
    ['리프로그램', /재프로그래밍/u],
    ['A/S', /애프터서비스/u],
    ['가동 시간', /가동시간/u],
    ['운행 시간', /운전 시간|운전 1,000시간/u],
    ['주행거리', /주행 거리/u],
    ['고장코드', /고장 코드/u],
    ['연료 소비량', /연료 (?:소모량|사용량|소비율)/u],
    ['유형, 구분', /종류/u],
    ['엑셀 양식', /양식 받기/u],
    ['가림 해제', /개인정보 전체 보기/u],
    ['해결 처리, 오경보 처리', /해결로 종료|오경보로 종료/u],
    ['오경보', /오작동/u],
    ['최근 통신', /마지막 통신/u],
    ['사유', /이유/u],
    ['2인 승인', /2인 확인|두 번째 (?:확인|사람)/u],
    ['체크섬', /검사 문자/u],
    ['선행 고장', /먼저 볼 고장/u],
    ['선택 사항', /(?:메모|담당자) 선택$/u],
    ['차트', /그래프/u],
    ['최근 세션, 최근 사용', /마지막 (?:세션|리프로그램|결과|접속|사용|알림|로그인)/u],
    ['해독 불가', /해석 불가/u],
    ['미리 보기', /미리보기/u],
    // the question of the banner is fixed
    ['삭제할까요?', /하시겠습니까/u, /^gptBanner\.suspendTitle$/u],
    ['부팅 횟수', /시작 횟수/u],
    ['일시 중지', /일시 정지/u],
    ['키오스크 토큰', /상황판 토큰/u],
  ],
  en: [
    ['Now', /^The moment$/u],
    ['no calls waiting', /nobody is waiting/iu],
    ['Assigned to you', /it is yours/iu],
    ['Detected by tilt sensor', /seen by its tilt/iu],
    ['{name} acted first', /was faster/iu],
    ['actions', /\bacts\b/iu],
    ['not found', /there is no such/iu],
    ['mismatch, not met', /does not hold|has to hold|must hold/iu],
    ['Active', /^Stands$/u],
    ['Run time', /^Ran$/u],
    ['incident report', /evidence sheet|make a sheet/iu],
    ['device asleep', /device sleeps/iu],
    ['are listed here', /stands? here|stood there/iu],
    ['notified, sent', /\b(?:told|tells|tell)\b/iu],
    ['another user, a member', /\b(?:somebody|whoever)\b/iu],
    ['device', /\bterminal\b/iu],
    ['reprogramming', /\bflash\b/iu],
    ['rpm', /\b1\/min\b|\br\/min\b|\bmin-1\b/u],
    ['install, remove', /\bfitted\b|taken out of|put into|take the device out/iu],
    ['part number', /part code/iu],
    ['country code', /country number/iu],
    ['automatically', /\bby itself\b/iu],
    ['Excel file', /\bworkbook\b/iu],
    ['outranks you', /is above you/iu],
    ['transferor, transferee', /^From customer$|^To customer$/u],
    ['email', /\be-mail/iu],
    ['catalog', /catalogue/iu],
    ['canceled', /cancell(?:ed|ing)/iu],
    ['labor, aging, color, center, authorized', /labour|ageing|colour|centre|metre\b|isation\b|authoris/iu],
    ['check, clear', /\b(?:un)?tick(?:s|ed)?\b/iu],
    ['fuel rate', /fuel per hour/iu],
    ['urea', /\bDEF\b/u],
    ['photo, image', /\bpictures?\b/iu],
    ['90%', /\d %/u],
    // owners have machines; a model is of a type of machine
    [
      'vehicle',
      /\bmachines?\b(?! type)/iu,
      /^(?:app|terms|customer\.(?:field\.)?terms|delivery|reportMail|recordField\.machine|diagConfirm\.area|vehicle\.start\.nobodyNear)/u,
    ],
  ],
};

/** A label in both languages: one word of the one is one word of the other. */
const labels = [
  ['상태', 'Status'],
  ['역할', 'Role'],
  ['이메일', 'Email'],
  ['차대번호', 'VIN'],
  ['심각도', 'Severity'],
  ['고장코드', 'Fault code'],
  ['시간당 연료', 'Fuel rate'],
  ['운행 시간', 'Run time'],
  ['최근 통신', 'Last communication'],
  ['출고일', 'Shipment date'],
  ['판매일', 'Sale date'],
] as const;

describe('the words of the screens', () => {
  it.each(['ko', 'en'] as const)('are one for one thing (%s)', (language) => {
    const found = Object.entries(catalogue).flatMap(([key, message]) =>
      words[language].flatMap(([use, never, exceptOf]) =>
        never.test(message[language].replace(/\{\w+/gu, '{')) && exceptOf?.test(key) !== true
          ? [`${key}: "${message[language]}" – use "${use}"`]
          : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it.each(labels)('%s is "%s" wherever it stands alone', (korean, english) =>
    expect(
      Object.entries(catalogue).flatMap(([key, { ko, en }]) =>
        // the specification names the labels of the monthly report
        ko === korean && en.toLowerCase() !== english.toLowerCase() && !key.startsWith('appReport.')
          ? [`${key}: "${en}"`]
          : [],
      ),
    ).toEqual([]),
  );

  it.each(['ko', 'en'] as const)('are those of the help (%s)', (language) => {
    const said = ({ [language]: text }: HelpText): string =>
      helpParts(text, (key) => catalogue[key][language])
        .map((part) => part.text)
        .join('');
    const found = Object.values(allHelp)
      .flatMap((file: HelpFile) => Object.values(file))
      .flatMap(({ purpose, tasks, states = [] }) => [
        purpose,
        ...tasks.flatMap(({ title, steps }) => [title, ...steps]),
        ...states.map(({ means }) => means),
      ])
      .map(said)
      .flatMap((text) =>
        words[language].flatMap(([use, never]) => (never.test(text) ? [`"${text}" – use "${use}"`] : [])),
      );
    expect(found).toEqual([]);
  });

  it('leave a particle open only after a value, whose final consonant decides it', () => {
    const wrong = Object.entries(catalogue).filter(([, { ko }]) =>
      hasParticle(ko.replace(/\}[”’"'）)\]]*(?:을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로)/gu, '}')),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('have no particle in English', () =>
    expect(Object.entries(catalogue).flatMap(([key, { en }]) => (hasParticle(en) ? [key] : []))).toEqual([]));

  it('are those of the glossary', () => {
    const texts = Object.values(catalogue).map(({ ko }) => ko);
    const glossary = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8');
    const korean = glossary
      .slice(0, glossary.indexOf('## Terms of the code'))
      .split('\n')
      .filter((line) => /^\| \S*[가-힣A]/u.test(line))
      .flatMap((line) => (line.split('|')[1] ?? '').split(/ \/ |, /u).map((word) => word.trim()))
      .filter((word) => word !== '' && word !== 'Korean');
    expect(korean.length).toBeGreaterThan(40);
    expect(korean.filter((word) => !texts.some((text) => text.includes(word)))).toEqual([]);
  });
});
