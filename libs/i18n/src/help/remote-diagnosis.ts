import type { HelpFile } from './help';

export const remoteDiagnosisHelp = {
  '/remote': {
    purpose: {
      ko: '원격 진단할 차량을 고릅니다. 한 차량에는 한 번에 한 계정만 연결할 수 있습니다.',
      en: 'Choose a vehicle for remote diagnosis. One account at a time can be connected to a vehicle.',
    },
    tasks: [
      {
        title: { ko: '진단할 차량 고르기', en: 'Choose the vehicle' },
        words: { ko: '원격 점검, 스캐너, 진단기, 고장 진단', en: 'remote check, scan tool, diagnose' },
        steps: [
          {
            ko: '처음에는 온라인 차량만 나옵니다. 다른 차량은 {remote.connection} 조건을 바꿉니다.',
            en: 'At first only online vehicles are listed; change {remote.connection} to see others.',
          },
          {
            ko: '{remote.session} 열이 {remote.held}이면 누가 언제부터 쓰는지 표시됩니다. 그때는 이력만 볼 수 있습니다.',
            en: 'If {remote.session} is {remote.held}, it shows who is connected and since when; only the history is available then.',
          },
        ],
      },
      {
        title: { ko: '시험 목록 바꾸기', en: 'Change the test catalog' },
        words: { ko: '시험 기준, 한계값 변경', en: 'limits, test definitions' },
        steps: [
          {
            ko: '{remote.tab.catalogue} 탭에서 새 파일을 불러와 검사하고 적용합니다. 언제든지 이전 버전으로 되돌릴 수 있습니다.',
            en: 'On {remote.tab.catalogue} load a file, check it and activate it. You can go back to an earlier version at any time.',
          },
        ],
      },
    ],
    states: [
      { term: 'remote.free', means: { ko: '아무도 연결하지 않았습니다.', en: 'Nobody is connected.' } },
      {
        term: 'remote.held',
        mark: 'watch',
        means: { ko: '다른 사용자가 연결했습니다.', en: 'Another user is connected.' },
      },
      { term: 'remote.mine', mark: 'watch', means: { ko: '내가 연결한 차량입니다.', en: 'You are connected to it.' } },
    ],
  },

  '/remoteDetail/$number': {
    purpose: {
      ko: '차량의 제어기에 연결하여 엔진 정보와 고장코드를 읽고, 값을 기록하고, 시험을 실행합니다.',
      en: 'Connect to the controllers of a vehicle: read engine information and fault codes, record values, run tests.',
    },
    tasks: [
      {
        title: { ko: '연결하기', en: 'Connect' },
        words: { ko: '접속, 진단 시작, 원격 연결', en: 'start a session, link up' },
        steps: [
          {
            ko: '{remote.checks}이(가) 모두 {remote.ok}인지 봅니다. 키가 꺼져 있으면 현장에 키를 켜 달라고 전화합니다.',
            en: 'All {remote.checks} have to be {remote.ok}. If the key is off, ask the site to turn it on.',
          },
          {
            ko: '{remote.connect}을(를) 누릅니다. 60초 동안 통신이 없거나 30분 동안 조작이 없으면 세션이 끝납니다.',
            en: 'Press {remote.connect}. The session ends after 60 seconds without communication or 30 minutes without activity.',
          },
          {
            ko: '화면을 새로 고쳐도 60초 안에 돌아오면 세션이 이어집니다. 끝나면 {remote.disconnect}을(를) 누릅니다.',
            en: 'If you reload the page, the session continues when you return within 60 seconds. When done, press {remote.disconnect}.',
          },
        ],
      },
      {
        title: { ko: '고장코드 읽고 지우기', en: 'Read and clear fault codes' },
        words: { ko: '코드 삭제, 경고등 끄기, DTC', en: 'clear DTC, reset the lamp' },
        steps: [
          {
            ko: '{remote.tab.faults} 탭에서 {remote.stored}과(와) {remote.pending}을(를) 읽습니다.',
            en: 'Read {remote.stored} and {remote.pending} on {remote.tab.faults}.',
          },
          {
            ko: '지우려면 엔진을 정지하고 키를 켠 상태에서 {remote.clear}을(를) 누릅니다. 지우기 전후에 다시 읽고, 돌아온 코드는 {remote.returned}(으)로 표시합니다.',
            en: 'To clear, stop the engine, keep the key on and press {remote.clear}. Codes are read before and after; those that came back are marked {remote.returned}.',
          },
        ],
      },
      {
        title: { ko: '값을 보면서 기록하기', en: 'Record values' },
        words: { ko: '실시간 데이터, 라이브 데이터, 그래프, 차트 기록', en: 'live data, logging, charts' },
        steps: [
          {
            ko: '{remote.tab.monitor} 탭에서 항목을 10개까지, 차트를 9개까지 고르고 {remote.start}을(를) 누릅니다.',
            en: 'On {remote.tab.monitor} choose up to 10 items and 9 charts and press {remote.start}.',
          },
          {
            ko: '{remote.mark}(으)로 시점을 표시하고 {remote.freezeView}(으)로 화면을 멈춥니다. 기록은 계속됩니다. 차트를 클릭하면 그 시점과 커서의 {remote.difference}이(가) 표에 나옵니다.',
            en: '{remote.mark} marks a moment and {remote.freezeView} stops the view; recording continues. Click a chart to see the {remote.difference} between that moment and the cursor in the table.',
          },
        ],
      },
      {
        title: { ko: '시험 실행하기', en: 'Run a test' },
        words: {
          ko: '압축 시험, 기통 시험, 인젝터 시험, 요소수 시험, 부저',
          en: 'compression, cylinder cut-out, injector, urea, buzzer',
        },
        steps: [
          {
            ko: '{remote.tab.tests} 탭에서 시험을 고르고 {tests.conditions}을(를) 확인합니다.',
            en: 'Choose a test on {remote.tab.tests} and check its {tests.conditions}.',
          },
          {
            ko: '현장에 확인한 내용을 체크하고 {tests.start}을(를) 누릅니다. 엔진 회전수가 자동으로 바뀔 수 있습니다. 시험 중에는 시험 목록이 접히고 현재까지의 값으로 판정이 표시됩니다.',
            en: 'Check what the site has confirmed and press {tests.start}. The engine may change its speed automatically. While the test runs, the list of tests is hidden and the values so far are judged live.',
          },
          { ko: '언제든지 [Esc]로 중단합니다.', en: '[Esc] aborts at any time.' },
          {
            ko: '결과의 {tests.evidence}과(와) {tests.next}을(를) 봅니다. {tests.proposed}이(가) 다음에 할 시험을 알려 줍니다.',
            en: 'Read {tests.evidence} and {tests.next} of the result. {tests.proposed} names the test to run next.',
          },
        ],
      },
    ],
    keys: [[['Esc'], { ko: '진행 중인 시험을 중단합니다.', en: 'Aborts the running test.' }]],
    states: [
      {
        term: 'diagResult.pass',
        mark: 'normal',
        means: { ko: '모든 값이 기준 안에 있습니다.', en: 'All values are within their limits.' },
      },
      {
        term: 'diagResult.fail',
        mark: 'now',
        means: { ko: '하나 이상의 값이 기준을 벗어났습니다.', en: 'At least one value is out of its limits.' },
      },
      {
        term: 'diagResult.unanswered',
        mark: 'watch',
        means: { ko: '현장 답변을 입력해야 판정합니다.', en: 'An answer from the site is needed for the verdict.' },
      },
      {
        term: 'diagResult.incomplete',
        mark: 'watch',
        means: { ko: '필요한 값을 받지 못해 판정할 수 없습니다.', en: 'Values that are needed were not received.' },
      },
      {
        term: 'diagResult.aborted',
        mark: 'today',
        means: { ko: '끝나기 전에 중단되었습니다.', en: 'Stopped before the end.' },
      },
    ],
  },

  '/remoteHistory/$number': {
    purpose: {
      ko: '차량의 원격 서비스 이력을 모두 봅니다. 세션, 시험, 고장코드 읽기와 삭제, 기록이 남습니다.',
      en: 'Everything done remotely on a vehicle: sessions, tests, codes read and cleared, recordings.',
    },
    tasks: [
      {
        title: { ko: '지난 시험과 비교하기', en: 'Compare with an earlier test' },
        words: {
          ko: '전에 비해, 시험 결과 비교, 보고서 출력',
          en: 'before and after, compare results, print a report',
        },
        steps: [
          {
            ko: '행을 열고 {serviceHistory.compare}에서 같은 시험의 다른 결과를 고릅니다.',
            en: 'Open a row and choose another result of the test under {serviceHistory.compare}.',
          },
          {
            ko: '{serviceHistory.report} 또는 {serviceHistory.csv}(으)로 내려받습니다.',
            en: 'Download it as {serviceHistory.report} or {serviceHistory.csv}.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
