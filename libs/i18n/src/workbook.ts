import type { Messages } from './messages';

/** Workbooks that members fill in and import. */
export const workbook = {
  'workbook.template.help': { ko: '작성 방법', en: 'How to fill in' },
  'workbook.template.column': { ko: '열', en: 'Column' },
  'workbook.template.required': { ko: '필수', en: 'Required' },
  'workbook.template.yes': { ko: '예', en: 'Yes' },
  'workbook.template.no': { ko: '아니요', en: 'No' },
  'workbook.template.rule': { ko: '입력 규칙', en: 'Rule' },
  'workbook.template.sample': { ko: '예시 행', en: 'Sample row' },
  'workbook.template.notes': { ko: '참고 사항', en: 'Notes' },
  'workbook.template.values': {
    ko: '수식은 사용할 수 없습니다. 다른 파일에서 옮길 때는 값만 붙여 넣어 주세요.',
    en: 'Formulas are not accepted. Paste values only when you copy from elsewhere.',
  },

  'workbook.cell.formula': {
    ko: '수식은 사용할 수 없습니다. 값만 입력해 주세요.',
    en: 'Values only: replace the formula with its value.',
  },
  'workbook.cell.date': {
    ko: '날짜로 저장된 셀입니다. 텍스트로 입력해 주세요.',
    en: 'This cell contains a date. Enter text.',
  },
} satisfies Messages;
