import type { Messages } from './messages';

/** The monthly report by e-mail. */
export const reportMail = {
  'reportMail.noEmail': {
    ko: '등록된 이메일이 없습니다. 대리점에 이메일 등록을 요청해 주세요.',
    en: 'No email address on record. Ask your dealer to add one.',
  },
  'reportMail.title': { ko: '[Headland] {month} 월간 리포트', en: '[Headland] Monthly report, {month}' },
  'reportMail.greeting': {
    ko: '{name} 고객님, {month} 차량 운행 리포트입니다.',
    en: 'Dear {name}, this is the report of your machines for {month}.',
  },
  'reportMail.noData': { ko: '이 달에는 데이터가 없습니다.', en: 'No data in this month.' },
  'reportMail.line': { ko: '{label}: {value}', en: '{label}: {value}' },
  'reportMail.open': {
    ko: '자세한 내용과 PDF는 앱의 월간 리포트에서 확인할 수 있습니다.',
    en: 'Details and the PDF are in the monthly report of the app.',
  },
  'reportMail.end': {
    ko: '앱에서 신청하여 발송되는 메일입니다. 받지 않으려면 앱의 설정에서 "월간 리포트 메일"을 꺼 주세요.',
    en: 'You receive this email because you enabled it in the app. To stop it, turn off “Monthly report by email” in the settings of the app.',
  },
} satisfies Messages;
