import type { Messages } from './messages';

/** The wall of the control room: few words, read from five metres. */
export const wall = {
  'wall.vehicles': { ko: '차량', en: 'Vehicles' },
  'wall.online': { ko: '온라인', en: 'Online' },
  'wall.engineOn': { ko: '시동', en: 'Engine on' },
  'wall.sos': { ko: 'SOS', en: 'SOS' },
  'wall.faults': { ko: '고장', en: 'Faults' },
  'wall.accepted': { ko: '오늘 접수', en: 'Accepted' },
  'wall.completed': { ko: '오늘 완료', en: 'Completed' },
  'wall.median': { ko: '확인 소요(중앙값)', en: 'Median ack.' },
  'wall.more': { ko: '외 {n}건', en: '+{n} more' },
  'wall.escalated': { ko: '상위 보고 {n}차', en: 'Level {n}' },
  'wall.noSos': { ko: '미처리 SOS 없음', en: 'No open SOS' },
  'wall.noFaults': { ko: '미처리 고장 없음', en: 'No open faults' },
  'wall.stopped': { ko: '데이터 중단 {time}', en: 'DATA STOPPED {time}' },
  'wall.soundBlocked': {
    ko: '소리 차단됨: 이 사이트의 소리(자동 재생)를 허용하세요',
    en: 'Sound blocked: allow sound (autoplay) for this site',
  },
  'wall.noMap': { ko: '지도를 표시할 수 없습니다', en: 'Map not available' },
  'wall.connecting': { ko: '연결 중', en: 'Connecting' },
  'wall.denied': { ko: '표시 토큰이 없습니다', en: 'No display token' },
  'wall.deniedText': {
    ko: '상황판을 열려면 관리자에게 받은 주소로 접속하세요.',
    en: 'Open this display with the address from an administrator.',
  },
  'wall.signedOut': { ko: '이 화면은 로그아웃되었습니다', en: 'Display signed out' },
  'wall.signedOutText': {
    ko: '토큰이 폐기되었거나 만료되었거나 새 토큰으로 교체되었습니다. 관리자에게 새 주소를 받으세요.',
    en: 'Its token was revoked, has expired, or was replaced. Request a new address from an administrator.',
  },
  'wall.overdue': { ko: '기한 초과 고장', en: 'Faults overdue' },
  'wall.consumables': { ko: '교체·점검할 소모품', en: 'Consumables due' },
  'wall.noConsumables': { ko: '교체·점검할 소모품 없음', en: 'No consumables due' },
  'wall.share': { ko: '{n} %', en: '{n} %' },
} satisfies Messages;
