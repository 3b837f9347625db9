import type { Messages } from './messages';

/** Measured values of vehicles as workbooks. */
export const courseExport = {
  'courseExport.samples': { ko: '10초 원시 데이터', en: '10-second raw data' },
  'courseExport.means': { ko: '5분 평균 데이터', en: '5-minute means' },
  'courseExport.vin': { ko: '차대번호', en: 'VIN' },
  'courseExport.model': { ko: '모델', en: 'Model' },
  'courseExport.time': { ko: '시각', en: 'Time' },
  'courseExport.deviceTime': { ko: '단말기 시각', en: 'Device time' },
  'courseExport.latitude': { ko: '위도', en: 'Latitude' },
  'courseExport.longitude': { ko: '경도', en: 'Longitude' },
  'courseExport.engine': { ko: '엔진', en: 'Engine' },
  'courseExport.work': { ko: '작업 상태', en: 'Work state' },
  'courseExport.workShare': { ko: '작업 비율', en: 'Share of work' },
  'courseExport.fuelRate': { ko: '시간당 연료', en: 'Fuel rate' },
  'courseExport.tiltX': { ko: '롤(좌우)', en: 'Roll' },
  'courseExport.tiltY': { ko: '피치(앞뒤)', en: 'Pitch' },
  'courseExport.tiltZ': { ko: '요(방향)', en: 'Yaw' },

  'courseExport.startSamples': { ko: '엑셀 (10초 원시 데이터)', en: 'Excel (10-second raw data)' },
  'courseExport.startMeans': { ko: '엑셀 (5분 평균)', en: 'Excel (5-minute means)' },
  'courseExport.progress': { ko: '엑셀 파일 작성 진행률', en: 'Excel file progress' },
  'courseExport.queued': { ko: '대기 중입니다.', en: 'Queued.' },
  'courseExport.running': {
    ko: '{written, number} / 약 {total, number}행 · {percent}%',
    en: '{written, number} of about {total, number} rows · {percent}%',
  },
  'courseExport.download': { ko: '내려받기', en: 'Download' },
  'courseExport.ready': {
    ko: '{n, number}행 · {until}까지 내려받을 수 있습니다.',
    en: '{n, plural, one {# row} other {# rows}} · available until {until}',
  },
  'courseExport.again': { ko: '다시 만들기', en: 'Create again' },
} satisfies Messages;
