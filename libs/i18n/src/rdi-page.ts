import type { Messages } from './messages';

/** The page that opens the delivery and takeover document, in the app's web view. */
export const rdiPage = {
  'rdi.model': { ko: '모델', en: 'Model' },
  'rdi.vin': { ko: '차대번호', en: 'VIN' },
  'rdi.title': { ko: '인도 점검 및 인수 확인서', en: 'Retail delivery inspection and takeover document' },
  'rdi.takenOverOn': { ko: '인수일', en: 'Takeover date' },
  'rdi.owner': { ko: '새 소유자', en: 'Owner' },
  'rdi.download': { ko: 'PDF 내려받기', en: 'Download PDF' },
  'rdi.size': { ko: '파일 크기', en: 'File size' },
  'rdi.validUntil': { ko: '{day}까지 열람할 수 있습니다.', en: 'Available until {day}.' },
  'rdi.reopen': {
    ko: '한 시간이 지나면 이 페이지를 다시 열어 주세요.',
    en: 'After an hour, open this page again to download.',
  },
  'rdi.ask': { ko: '{dealer}에 문의해 주세요.', en: 'Please contact {dealer}.' },
  'rdi.call': { ko: '{phone} 전화하기', en: 'Call {phone}' },
} satisfies Messages;
