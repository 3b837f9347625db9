import type { Messages } from './messages';

/** Lists as workbooks: what their owner is told, what the log says, and columns that only a workbook has. */
export const exporting = {
  'notification.export.ready': {
    ko: '{list} 엑셀 파일이 준비되었습니다: {total, number}행 · {name}',
    en: '{list}: the Excel file is ready, {total, number} rows · {name}',
  },
  'notification.export.failed': {
    ko: '{list} 엑셀 파일을 만들지 못했습니다: {reason}',
    en: '{list}: the Excel file could not be created. {reason}',
  },

  'accessDetail.vehicles': { ko: '차량 현황', en: 'vehicle status' },
  'accessDetail.faults': { ko: '고장 신고', en: 'fault reports' },
  'accessDetail.sos': { ko: 'SOS', en: 'SOS calls' },
  'accessDetail.organizations': { ko: '조직', en: 'organizations' },
  'accessDetail.users': { ko: '사용자', en: 'users' },
  'accessDetail.models': { ko: '모델', en: 'models' },
  'accessDetail.devices': { ko: '단말기', en: 'devices' },
  'accessDetail.production': { ko: '생산', en: 'production' },
  'accessDetail.sales': { ko: '판매', en: 'sales' },
  'accessDetail.access': { ko: '접속 이력', en: 'access history' },
  'accessDetail.changes': { ko: '변경 이력', en: 'change history' },
  'accessDetail.events': { ko: '이벤트 로그', en: 'event log' },
  'accessDetail.quarantine': { ko: '격리 메시지', en: 'quarantine' },
  'accessDetail.track': { ko: '궤적', en: 'track' },
  'accessDetail.courseSamples': { ko: '10초 원시 데이터', en: '10-second raw data' },
  'accessDetail.gptBanners': { ko: 'GPT 배너', en: 'GPT banners' },
  'accessDetail.gptChats': { ko: 'GPT 대화 데이터', en: 'GPT chat data' },
  'accessDetail.courseMeans': { ko: '5분 평균 데이터', en: '5-minute means' },

  'export.purposeTitle': { ko: '{n, number}행을 내려받을까요?', en: 'Export {n, plural, one {# row} other {# rows}}?' },
  'export.purposeText': {
    ko: '개인정보가 포함된 목록입니다. 사용 목적은 내보내기 기록에 남습니다.',
    en: 'This list contains personal data. The purpose is recorded with the export.',
  },
  'export.purpose': { ko: '사용 목적', en: 'Purpose' },

  'export.lat': { ko: '위도', en: 'Latitude' },
  'export.lon': { ko: '경도', en: 'Longitude' },
  'export.phone': { ko: '고객 전화번호', en: 'Customer phone' },
  'export.faultCode': { ko: '고장코드', en: 'Fault code' },
  'export.faultName': { ko: '고장명', en: 'Fault name' },
  'export.due': { ko: '접수 기한', en: 'Accept by' },
  'export.lastAt': { ko: '최근 발생', en: 'Last occurred' },
  'export.clearedAt': { ko: '해제', en: 'Cleared' },
  'export.acceptedAt': { ko: '접수 일시', en: 'Accepted' },
  'export.completedAt': { ko: '완료 일시', en: 'Completed' },
  'export.escalation': { ko: '상위 보고 차수', en: 'Escalation level' },
  'export.raisedAt': { ko: '발생 일시', en: 'Raised' },
  'export.acknowledgedAt': { ko: '확인 일시', en: 'Acknowledged' },
  'export.secondsToAcknowledge': { ko: '확인 소요(초)', en: 'Time to acknowledge (s)' },
  'export.closedAt': { ko: '종료 일시', en: 'Closed' },
  'export.invitedAt': { ko: '초대', en: 'Invited' },
  'export.bytes': { ko: '크기 (바이트)', en: 'Size (bytes)' },
} satisfies Messages;
