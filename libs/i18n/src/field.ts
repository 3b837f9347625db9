import type { Messages } from './messages';

/** What a bad value says, by the field rules of `@headland/contracts/fields`. */
export const field = {
  'field.req': { ko: '{label}을(를) 입력해 주세요.', en: 'Enter {label}.' },
  'field.max': { ko: '너무 깁니다. 더 짧게 입력해 주세요.', en: 'Too long. Shorten it.' },
  'field.emoji': { ko: '이모지는 사용할 수 없습니다.', en: 'Emoji are not allowed.' },
  'field.t1500': { ko: '1~1500자로 입력해 주세요.', en: 'Enter 1-1500 characters.' },
  'field.t100': { ko: '첫 글자 공백 없이 1~100자로 입력해 주세요.', en: '1-100 characters, no leading space.' },
  'field.t50': { ko: '1~50자로 입력해 주세요.', en: 'Enter 1-50 characters.' },
  'field.name': { ko: '한글 또는 영문 2~20자로 입력해 주세요.', en: 'Use 2-20 Hangul or English letters.' },
  'field.phone': { ko: '2~3-3~4-4자리 숫자로 하이픈과 함께 입력해 주세요.', en: 'Enter the phone as digits with hyphens, e.g. 010-1234-5678.' },
  'field.pos': { ko: '1 이상의 숫자를 입력해 주세요.', en: 'Enter a positive number of at least 1 digit.' },
  'field.part': { ko: '부품번호는 영문 대문자와 숫자 10자까지입니다.', en: 'Part number: up to 10 uppercase letters and numbers.' },
  'field.timeZone': { ko: '알 수 없는 시간대입니다.', en: 'Unknown time zone.' },
  'field.pageSize': { ko: '10, 20, 50, 100 중에서 선택해 주세요.', en: 'Choose 10, 20, 50 or 100.' },
  'field.date': { ko: 'YYYY-MM-DD 형식의 날짜를 입력해 주세요.', en: 'Enter a date as YYYY-MM-DD.' },
  'field.repairedOn': { ko: '수리일은 발생일과 오늘 사이여야 합니다.', en: 'The repair date must lie between the day of the fault and today.' },
  'field.invalid': { ko: '올바른 값이 아닙니다.', en: 'This value is not valid.' },
} satisfies Messages;
