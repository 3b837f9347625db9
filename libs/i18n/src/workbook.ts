import type { Messages } from './messages';

/** Workbooks that members fill in and import. */
export const workbook = {
  'workbook.getTemplate': { ko: '엑셀 양식', en: 'Excel template' },
  'workbook.steps': { ko: '등록 단계', en: 'Steps of the upload' },
  'workbook.step.file': { ko: '파일', en: 'File' },
  'workbook.step.check': { ko: '확인', en: 'Check' },
  'workbook.step.preview': { ko: '미리 보기', en: 'Preview' },
  'workbook.step.result': { ko: '결과', en: 'Result' },
  'workbook.drop': { ko: '파일을 여기에 놓거나 선택해 주세요', en: 'Drop the file here, or choose it' },
  'workbook.fileRule': {
    ko: '.xlsx 또는 .xls 파일 하나, {rows}행, {megabytes} MB까지',
    en: 'One .xlsx or .xls file, up to {rows} rows and {megabytes} MB',
  },
  'workbook.sending': { ko: '파일을 올리는 중입니다', en: 'Uploading the file' },
  'workbook.tip.values': {
    ko: '수식은 사용할 수 없습니다. 값만 붙여 넣어 주세요.',
    en: 'Formulas are not accepted: paste values only.',
  },
  'workbook.tip.nothing': { ko: '확인만으로는 저장되지 않습니다.', en: 'The check does not save anything.' },
  'workbook.refused': { ko: '이 파일은 등록할 수 없습니다', en: 'This file cannot be imported' },
  'workbook.anotherFile': { ko: '다른 파일 선택', en: 'Choose another file' },
  'workbook.correctedFile': { ko: '수정한 파일 올리기', en: 'Upload the corrected file' },
  'workbook.moreFiles': { ko: '파일 더 올리기', en: 'Upload another file' },
  'workbook.allGood': {
    ko: '{n, number}행 모두 저장할 수 있습니다',
    en: '{n, plural, one {The row} other {All # rows}} can be saved',
  },
  'workbook.someBad': {
    ko: '{rows, number}행, 셀 {cells, number}개에 오류가 있습니다',
    en: '{cells, plural, one {# cell} other {# cells}} with errors in {rows, plural, one {# row} other {# rows}}',
  },
  'workbook.allOrNothing': {
    ko: '오류가 있으면 저장되지 않습니다. 오류 표시 파일을 내려받아 수정한 뒤 다시 올려 주세요.',
    en: 'Nothing is saved while there are errors. Download the file with marked cells, correct it and upload it again.',
  },
  'workbook.getReport': { ko: '오류 표시 파일 내려받기', en: 'Download marked file' },
  'workbook.row': { ko: '행', en: 'Row' },
  'workbook.emptyCell': { ko: '(빈 셀)', en: '(empty)' },
  'workbook.whatIsWrong': { ko: '오류 내용', en: 'Error' },
  'workbook.cellValue': { ko: '셀 값', en: 'Cell value' },
  'workbook.firstOf': {
    ko: '전체 {all, number}건 중 처음 {shown, number}건을 표시합니다.',
    en: 'The first {shown, number} of {all, number} are listed.',
  },

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
  'workbook.cell.number': {
    ko: '숫자로 저장되어 앞의 0이나 문자가 바뀌었을 수 있습니다. 셀 서식을 텍스트로 바꾸고 다시 입력해 주세요.',
    en: 'Stored as a number, so a leading 0 or a letter may be lost. Format the cell as text and enter it again.',
  },
} satisfies Messages;
