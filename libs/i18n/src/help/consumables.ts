import type { HelpFile } from './help';

export const consumablesHelp = {
  '/expendable': {
    purpose: {
      ko: '교체하거나 점검할 때가 된 소모품을 사용률이 높은 순서로 봅니다. 처음에는 {cycleState.imminent}과(와) {cycleState.exceeded}만 표시됩니다.',
      en: 'Consumables to be replaced or inspected, sorted by usage. At first only {cycleState.imminent} and {cycleState.exceeded} are listed.',
    },
    tasks: [
      {
        title: { ko: '고객에게 교체 시기 알리기', en: 'Notify customers that service is due' },
        words: {
          ko: '오일 교환 안내, 앱 푸시 보내기, 정비 알림',
          en: 'oil change reminder, send a push, service reminder',
        },
        steps: [
          {
            ko: '알릴 항목을 선택하고 {consumable.notifyOne} 버튼을 누릅니다.',
            en: 'Select the items and press {consumable.notifyOne}.',
          },
          {
            ko: '앱을 쓰지 않는 고객과 오늘 이미 보낸 항목은 제외되고, 그 수가 표시됩니다. 품목마다 하루에 한 번 보낼 수 있습니다.',
            en: 'Customers without the app and items notified today are excluded and counted. Each item can be sent once a day.',
          },
        ],
      },
      {
        title: { ko: '방문 계획 세우기', en: 'Plan the coming work' },
        words: { ko: '정비 계획, 예정 목록, 부품 준비', en: 'maintenance plan, due list, prepare parts' },
        steps: [
          {
            ko: '{consumable.state}에서 {cycleState.safe}을(를) 더하고 {consumable.dealer}, {consumable.item}(으)로 좁힙니다.',
            en: 'Add {cycleState.safe} under {consumable.state} and narrow by {consumable.dealer} and {consumable.item}.',
          },
          {
            ko: '{export.excel}(으)로 내려받아 방문 계획에 씁니다.',
            en: 'Download the list with {export.excel} for planning visits.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'cycleState.safe',
        mark: 'normal',
        means: { ko: '사용률 90% 미만입니다.', en: 'Below 90% of its cycle.' },
      },
      {
        term: 'cycleState.imminent',
        mark: 'watch',
        means: {
          ko: '사용률 90% 이상 100% 미만입니다. 시간과 날짜 가운데 먼저 차는 쪽을 따릅니다.',
          en: 'From 90% to below 100%, by hours or days, whichever comes first.',
        },
      },
      { term: 'cycleState.exceeded', mark: 'today', means: { ko: '주기를 넘겼습니다.', en: 'The cycle is exceeded.' } },
      {
        term: 'consumable.closed',
        mark: 'off',
        means: { ko: '교체나 점검이 등록되어 잠긴 주기입니다.', en: 'Replaced or inspected, and locked.' },
      },
    ],
  },

  '/expendableDetail/$number': {
    purpose: {
      ko: '차량 한 대의 소모품 하나를 봅니다. 현재 주기, 예상 도래일, 같은 차량의 다른 소모품, 지난 교체 이력이 나옵니다.',
      en: 'One consumable of one vehicle: current cycle, forecast, the other consumables of the vehicle, and past replacements.',
    },
    tasks: [
      {
        title: { ko: '교체 또는 점검 등록하기', en: 'Record a replacement or inspection' },
        words: { ko: '오일 교환 완료, 필터 교체, 정비 완료 입력', en: 'oil changed, filter replaced, service done' },
        steps: [
          {
            ko: '사용률이 90% 이상이면 입력란이 열립니다. 날짜, 그때의 가동 시간, 부품번호, 메모를 입력합니다.',
            en: 'The form is available from 90% on. Enter the date, the engine hours at that time, the part number and a memo.',
          },
          {
            ko: '{common.save}을(를) 누르고 한 번 더 확인합니다. 저장하면 주기가 잠겨 고칠 수 없고 다음 주기가 그 날짜와 시간에서 시작합니다.',
            en: 'Press {common.save} and confirm. The cycle is locked for good; the next one starts from that date and reading.',
          },
        ],
      },
      {
        title: { ko: '예상 도래일 보기', en: 'See the forecast' },
        words: { ko: '언제 교체, 다음 정비 언제', en: 'when is it due, next service' },
        steps: [
          {
            ko: '{consumable.forecast}은(는) 최근 30일의 하루 평균으로 계산합니다. 30일 동안 사용하지 않았으면 예상하지 않습니다.',
            en: '{consumable.forecast} uses the daily average of the last 30 days; without use there is no forecast.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
