import type { HelpFile } from './help';

export const administratorHelp = {
  '/memberHistory': {
    purpose: {
      ko: '누가 언제 무엇을 했는지 봅니다. 접속, 변경, 이벤트 로그, 격리 메시지, 키오스크 토큰과 공장 API 키를 관리합니다.',
      en: 'Who did what and when: access, changes, event log, quarantined messages, kiosk tokens of wall displays and API keys of the factory.',
    },
    tasks: [
      {
        title: { ko: '접속과 개인정보 조회 확인하기', en: 'Check access and use of personal data' },
        words: { ko: '로그인 기록, 감사, 누가 봤나, 개인정보 열람', en: 'login records, audit, who looked' },
        steps: [
          {
            ko: '{history.tab.access} 탭에서 기간, 아이디, 동작으로 거릅니다. {event.account.viewedInFull}과(와) 내보내기도 남습니다.',
            en: 'On {history.tab.access} filter by period, ID and action. {event.account.viewedInFull} and exports are recorded, too.',
          },
        ],
      },
      {
        title: { ko: '누가 바꿨는지 찾기', en: 'Find who changed something' },
        words: { ko: '변경 이력, 수정자, 되돌리기', en: 'change history, who edited' },
        steps: [
          {
            ko: '{history.tab.changes} 탭에서 화면과 대상으로 찾습니다. 항목마다 변경 전과 후가 나옵니다.',
            en: 'On {history.tab.changes} search by screen and record; each field has old and new value.',
          },
        ],
      },
      {
        title: { ko: '이벤트 지켜보기', en: 'Watch events' },
        words: { ko: '실시간 로그, 이벤트 추적', en: 'live log, tail' },
        steps: [
          {
            ko: '{history.tab.events} 탭의 첫 페이지에 새 이벤트가 실시간으로 쌓입니다. [P]를 누르면 일시 중지하거나 이어 봅니다.',
            en: 'New events appear live on the first page of {history.tab.events}. [P] pauses and resumes.',
          },
        ],
      },
      {
        title: { ko: '읽지 못한 단말기 메시지 조사하기', en: 'Look into messages that could not be read' },
        words: { ko: '격리, 형식 오류, 단말기 오류', en: 'quarantine, format error' },
        steps: [
          {
            ko: '{history.tab.quarantine} 탭에서 행을 열면 사유와 받은 내용이 16진수와 텍스트로 나옵니다.',
            en: 'On {history.tab.quarantine} open a row for the reason and the bytes as hex and text.',
          },
        ],
      },
      {
        title: { ko: '상황판 연결하기', en: 'Connect a wall display' },
        words: { ko: '관제 모니터, 대형 화면, 키오스크, 상황실', en: 'control room, big screen, kiosk' },
        steps: [
          {
            ko: '{history.tab.kiosks} 탭에서 {kiosk.issue}을(를) 누르고 이름과 범위를 정합니다.',
            en: 'On {history.tab.kiosks} press {kiosk.issue}; choose name and scope.',
          },
          {
            ko: '주소를 복사해 상황판 브라우저에서 한 번 엽니다. 토큰은 다시 볼 수 없습니다.',
            en: 'Copy the address and open it once on the display. The token cannot be shown again.',
          },
          { ko: '폐기하면 그 토큰의 화면이 즉시 닫힙니다.', en: 'Revoking closes its screens at once.' },
        ],
      },
      {
        title: { ko: '공장 시스템 연결하기', en: 'Connect a factory system' },
        words: { ko: 'API 키, 공장 연동', en: 'API key, factory interface' },
        steps: [
          {
            ko: '{history.tab.keys} 탭에서 {apiKey.issue}을(를) 누릅니다. 키는 한 번만 표시됩니다.',
            en: 'On {history.tab.keys} press {apiKey.issue}. The key is shown once.',
          },
        ],
      },
    ],
    keys: [[['P'], 'eventLog.keyPause']],
    states: [
      { term: 'secret.live', mark: 'normal', means: { ko: '사용할 수 있습니다.', en: 'Can be used.' } },
      { term: 'secret.expired', mark: 'off', means: { ko: '만료일이 지났습니다.', en: 'Past its last day.' } },
      { term: 'secret.revoked', mark: 'off', means: { ko: '폐기되어 다시 쓸 수 없습니다.', en: 'Revoked for good.' } },
    ],
  },
} satisfies HelpFile;
