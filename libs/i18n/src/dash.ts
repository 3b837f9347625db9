import type { Messages } from './messages';

/** The dashboard: what burns now. */
export const dash = {
  'dash.strip': { ko: '지금 상황', en: 'The moment' },
  'dash.sosRaised': { ko: '발생 SOS', en: 'SOS raised' },
  'dash.sosOpen': { ko: '열린 SOS', en: 'SOS open' },
  'dash.sosOpenUnder': { ko: '처리 중 {n}', en: '{n} being handled' },
  'dash.oldest': { ko: '가장 오래됨', en: 'oldest' },
  'dash.none': { ko: '대기 중인 호출 없음', en: 'nobody is waiting' },
  'dash.faultsOccurred': { ko: '접수 전 고장', en: 'Faults to accept' },
  'dash.faultsOpen': { ko: '열린 신고 {n}건', en: '{n} reports open' },
  'dash.connection': { ko: '차량 연결', en: 'Vehicles' },
  'dash.vehicles': { ko: '전체 {n}대', en: '{n} in all' },
  'dash.engineOn': { ko: '시동', en: 'engine on' },
  'dash.online': { ko: '온라인', en: 'online' },
  'dash.recent': { ko: '최근', en: 'Latest' },
  'dash.noEvents': { ko: '아직 새로운 일이 없습니다.', en: 'Nothing new yet.' },
  'dash.openSos': { ko: '열린 SOS 호출', en: 'Open SOS calls' },
  'dash.noSos': { ko: '열린 호출이 없습니다. 새 호출은 바로 여기에 나타납니다.', en: 'No open calls. A new one appears here at once.' },
  'dash.urgentFaults': { ko: '급한 고장', en: 'Most urgent faults' },
  'dash.noFaults': { ko: '접수를 기다리는 고장이 없습니다.', en: 'No faults wait to be accepted.' },
  'dash.noPlace': { ko: '위치 없음', en: 'No position' },
  'dash.all': { ko: '전체', en: 'All' },
} satisfies Messages;
