import type { Messages } from './messages';

/** The state of the stream, and the words of freshness. */
export const live = {
  'live.live': { ko: '실시간', en: 'Live' },
  'live.reconnecting': { ko: '다시 연결 중', en: 'Reconnecting' },
  'live.stopped': { ko: '실시간 중단', en: 'Live stopped' },
  'live.connecting': { ko: '연결 중', en: 'Connecting' },
  'live.stoppedAt': {
    ko: '실시간 데이터가 {time}에 중단되었습니다. 아래 내용은 그 시각의 데이터입니다.',
    en: 'Live data stopped at {time}. The screen shows data from that time.',
  },
  'live.none': {
    ko: '실시간 연결이 되지 않습니다. 화면이 자동으로 갱신되지 않습니다.',
    en: 'No live connection. The screen is not updated automatically.',
  },
  'live.asOf': {
    ko: '서버에 연결할 수 없어 {time} 기준 데이터를 표시합니다.',
    en: 'No connection to the server. Data as of {time}.',
  },
  'live.noActs': {
    ko: '서버에 연결되면 실행할 수 있습니다.',
    en: 'Not possible without a connection to the server.',
  },
  'live.reconnectNow': { ko: '지금 다시 연결', en: 'Reconnect now' },
  'live.dataAge': { ko: '가장 최근 데이터: {age} 전', en: 'Latest data: {age} ago' },
  'live.noData': { ko: '수신한 데이터 없음', en: 'No data received' },
  'live.new': { ko: '새 항목 {n}', en: '{n} new' },
} satisfies Messages;
