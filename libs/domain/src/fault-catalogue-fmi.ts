import type { Place } from '@headland/contracts/shared-shapes';

/**
 * The text of a failure mode identifier (SAE J1939-73), as it follows the name of a part: "boost pressure sensor" +
 * "voltage low/short to ground".
 */
type PhrasePlace = Place;

const phrases: Record<number, PhrasePlace> = {
  0: { ko: '매우 높음', en: 'critically high' },
  1: { ko: '매우 낮음', en: 'critically low' },
  2: { ko: '신호 이상', en: 'erratic' },
  3: { ko: '전압 높음/전원 단락', en: 'voltage high/short to supply' },
  4: { ko: '전압 낮음/접지 단락', en: 'voltage low/short to ground' },
  5: { ko: '단선/전류 낮음', en: 'open circuit' },
  6: { ko: '과전류/접지', en: 'current high' },
  7: { ko: '기계적 응답 없음', en: 'not responding' },
  8: { ko: '주파수 이상', en: 'abnormal frequency' },
  9: { ko: '통신 끊김', en: 'no update' },
  10: { ko: '변화율 이상', en: 'abnormal rate of change' },
  11: { ko: '원인 불명', en: 'cause not known' },
  12: { ko: '내부 고장', en: 'internal failure' },
  13: { ko: '보정 이상', en: 'out of calibration' },
  14: { ko: '특별 지시 확인', en: 'special instructions' },
  15: { ko: '다소 높음', en: 'slightly high' },
  16: { ko: '높음', en: 'high' },
  17: { ko: '다소 낮음', en: 'slightly low' },
  18: { ko: '낮음', en: 'low' },
  19: { ko: '수신 데이터 오류', en: 'received data in error' },
  20: { ko: '높은 쪽으로 드리프트', en: 'drifted high' },
  21: { ko: '낮은 쪽으로 드리프트', en: 'drifted low' },
  31: { ko: '조건 발생', en: 'condition exists' },
};

/** 22–30 are reserved by the standard and shown as their number. */
export const fmiPhrase = (fmi: number): PhrasePlace => phrases[fmi] ?? { ko: `FMI ${fmi}`, en: `FMI ${fmi}` };
