import type { HelpFile } from './help';

export const vehicleStatusHelp = {
  '/status': {
    purpose: {
      ko: '조직이 볼 수 있는 모든 차량의 위치와 상태를 실시간으로 봅니다. 지도, 목록, 둘을 나란히 둔 {vehicle.view.split} 가운데 고르며, 마지막에 고른 보기가 유지됩니다.',
      en: 'Position and state of every vehicle in your scope, live. Choose the map, the list, or {vehicle.view.split} for both; the last choice is kept.',
    },
    tasks: [
      {
        title: { ko: '차량 한 대 찾기', en: 'Find one vehicle' },
        words: {
          ko: '차대번호로 검색, 내 트랙터 어디 있나, 위치 조회, 장비 찾기',
          en: 'search by VIN, where is my tractor, locate a machine',
        },
        steps: [
          {
            ko: '{vehicle.vin}에 일부만 입력하고 [Enter]를 누릅니다.',
            en: 'Enter a part of {vehicle.vin} and press [Enter].',
          },
          {
            ko: '행을 누르면 지도가 그 차량으로 이동하고 현재 값이 담긴 카드가 열립니다.',
            en: 'Click the row: the map moves to the vehicle and a card with its current values opens.',
          },
          {
            ko: '{vehicle.openDetail}을(를) 누르면 차량 화면으로 갑니다. {vehicle.follow}을(를) 켜면 지도가 이동하는 차량을 따라갑니다.',
            en: '{vehicle.openDetail} opens the screen of the vehicle. {vehicle.follow} keeps a moving vehicle in view.',
          },
        ],
      },
      {
        title: { ko: '지도에서 골라 보기', en: 'Work with the map' },
        words: {
          ko: '지도 확대, 묶음 풀기, 위성 지도, 거리 재기, 주소 찾기',
          en: 'zoom, open a cluster, satellite, measure distance, find an address',
        },
        steps: [
          {
            ko: '숫자가 적힌 원은 여러 대를 묶은 것입니다. 누르거나 확대하면 나뉘고, 고리는 그 안의 상태 비율을 긴급한 순으로 보여 줍니다. {map.legend.more}에 표시의 뜻이 있습니다.',
            en: 'A circle with a number stands for several vehicles. Click it or zoom in to split it; its ring shows their states, worst first. {map.legend.more} lists what the marks mean.',
          },
          {
            ko: '{vehicle.inMapView}을(를) 켜면 지도에 보이는 차량만 목록에 나옵니다.',
            en: 'With {vehicle.inMapView}, only vehicles in the visible part of the map are listed.',
          },
          {
            ko: '{map.layers}에서 고장, SOS, 행정구역을 켜고 끄며, 배경 지도가 여러 개면 {map.ground}에서 바꿉니다.',
            en: '{map.layers} switches faults, SOS and regions on and off; {map.ground} changes the background where several are set up.',
          },
          {
            ko: '지도를 마우스 오른쪽 버튼으로 누르면 좌표 복사, 거리 측정, 내비게이션 앱으로 열기를 쓸 수 있습니다.',
            en: 'Right-click the map to copy coordinates, measure a distance or open a navigation app.',
          },
        ],
      },
      {
        title: { ko: '문제 있는 차량만 추리기', en: 'List only vehicles with problems' },
        words: {
          ko: '고장 차량, 통신 끊긴 차량, 통신 안 되는 차량, 소모품 주기 지난 차량',
          en: 'vehicles with faults, offline vehicles, no communication, overdue service',
        },
        steps: [
          {
            ko: '{vehicle.openFault}, {vehicle.connection}, {vehicle.consumable} 조건을 고릅니다.',
            en: 'Set the filters {vehicle.openFault}, {vehicle.connection} or {vehicle.consumable}.',
          },
          {
            ko: '위치를 한 번도 보내지 않은 차량은 지도 아래에 따로 모여 있습니다.',
            en: 'Vehicles that never sent a position are listed under the map.',
          },
          {
            ko: '{export.excel}을(를) 누르면 현재 조건과 표시된 열 그대로 내려받으며, 위도와 경도가 추가됩니다.',
            en: '{export.excel} downloads the list with the current filter and columns; latitude and longitude are added.',
          },
          {
            ko: '인쇄하거나 회의에 돌릴 때는 {export.excel} 옆의 화살표에서 {export.pdf}을(를) 고릅니다. 조건과 작성 시각이 함께 나오며, 처음 5,000행까지 들어갑니다.',
            en: 'To print it or hand it round, choose {export.pdf} under the arrow beside {export.excel}. It names the filter and the time, and has the first 5,000 rows.',
          },
        ],
      },
      {
        title: { ko: '자주 쓰는 조건과 열 저장하기', en: 'Keep filters and columns that you use often' },
        words: {
          ko: '필터 저장, 즐겨찾는 목록, 컬럼 순서 바꾸기, 화면 공유, 기본 화면',
          en: 'save a filter, favorite list, order of columns, share a view, default view',
        },
        steps: [
          {
            ko: '조건과 정렬을 정하고, 목록 아래 {table.columns}에서 열을 고르고 순서를 바꿉니다.',
            en: 'Set filters and order. Under the list, {table.columns} chooses the columns and their order.',
          },
          {
            ko: '{savedView.short} 메뉴에서 {savedView.saveAs} 항목을 누르고 이름을 붙입니다. {savedView.share}를 선택하면 같은 조직의 사용자도 열 수 있습니다.',
            en: 'In {savedView.short}, choose {savedView.saveAs} and give it a name. With {savedView.share} your colleagues can open it, too.',
          },
          {
            ko: '{savedView.default}을(를) 선택하면 목록이 항상 그 보기로 열립니다. “최근 7일” 같은 기간은 날짜를 따라 움직입니다.',
            en: 'With {savedView.default} the list always opens with it. Periods such as “Last 7 days” move with the days.',
          },
        ],
      },
      {
        title: { ko: '목록을 이메일로 정기적으로 받기', en: 'Get a list by email at set times' },
        words: {
          ko: '주간 보고 메일, 자동 보고서, 정기 보고, 매일 아침 엑셀, PDF 메일',
          en: 'weekly report by mail, automatic report, scheduled report, Excel every morning, PDF by mail',
        },
        steps: [
          {
            ko: '받을 조건과 열을 정한 뒤 {savedView.short} 메뉴에서 {exportSchedule.menu} 항목을 누르고 {exportSchedule.format}, 주기, 시각을 고릅니다.',
            en: 'Set filters and columns, choose {exportSchedule.menu} in {savedView.short}, then the {exportSchedule.format} and when it is sent.',
          },
          {
            ko: '이메일에는 내려받을 링크만 있으며, 링크를 열려면 로그인해야 합니다.',
            en: 'The email has a link to the file; it opens after a login.',
          },
          {
            ko: '{myInfo.title}의 {exportSchedule.own}에서 다음 발송을 확인하고 삭제합니다.',
            en: '{exportSchedule.own} in {myInfo.title} shows when it is sent next, and deletes it.',
          },
        ],
      },
      {
        title: { ko: '관심 차량의 알림 받기', en: 'Be notified about certain vehicles' },
        words: {
          ko: '즐겨찾기 차량, 별표, 내 차량만, 특정 장비 알림, 밤에 알림 끄기',
          en: 'favorite vehicles, star, only my machines, alert for one machine, silence at night',
        },
        steps: [
          {
            ko: '차대번호 앞의 별을 누르면 관심 차량이 됩니다. 조건의 별은 관심 차량만 표시합니다.',
            en: 'Click the star before a VIN to add it to your watched vehicles. The star among the filters lists these alone.',
          },
          {
            ko: '차량 화면의 {watch.mine}에서 {watch.sos}, {watch.fault}, {watch.maintenance}, {watch.offline} 알림을 고릅니다.',
            en: '{watch.mine} on the vehicle’s screen chooses notifications: {watch.sos}, {watch.fault}, {watch.maintenance}, {watch.offline}.',
          },
          {
            ko: '{myInfo.title}의 {quietHours.title}에 정한 시간에는 푸시와 문자가 오지 않습니다. 담당 SOS는 언제나 알립니다.',
            en: 'In {quietHours.title} of {myInfo.title} no push and no SMS is sent. An SOS that you are responsible for always reaches you.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'state.drive',
        vehicle: 'drive',
        means: {
          ko: '이동하고 있습니다. 뾰족한 쪽이 진행 방향입니다.',
          en: 'The vehicle is moving; the point of the mark shows the heading.',
        },
      },
      {
        term: 'state.work',
        vehicle: 'work',
        means: { ko: '엔진이 켜져 있고 작업 중입니다.', en: 'The engine is running and the vehicle is working.' },
      },
      {
        term: 'state.idle',
        vehicle: 'idle',
        means: {
          ko: '엔진은 켜져 있으나 작업도 이동도 하지 않습니다.',
          en: 'The engine is running, but the vehicle is neither working nor moving.',
        },
      },
      {
        term: 'state.off',
        vehicle: 'off',
        means: {
          ko: '시동이 꺼져 있습니다. 단말기가 절전 상태일 수 있습니다.',
          en: 'The engine is off; the device may be asleep.',
        },
      },
      {
        term: 'state.offline',
        vehicle: 'offline',
        means: {
          ko: '통신이 끊겼거나, 시동이 켜진 채 수집 주기의 3배 넘게 통신이 없습니다.',
          en: 'The connection is lost, or the engine is on and nothing was received for more than three reporting intervals.',
        },
      },
      {
        term: 'state.never',
        vehicle: 'never',
        means: {
          ko: '장착한 뒤 아직 한 번도 통신하지 않았습니다.',
          en: 'Nothing has been received since the device was installed.',
        },
      },
    ],
  },

  '/statusDetail/$number': {
    purpose: {
      ko: '차량 한 대의 현재 값, 하루 궤적, 가동 시간, 고장, SOS, 소모품, 이력과 제원을 탭으로 봅니다. 고객과 전화로 상담할 때 필요한 내용이 모두 있습니다.',
      en: 'Current values, daily track, engine hours, faults, SOS, consumables, history and data of one vehicle, in tabs. Everything that a call with a customer needs.',
    },
    tasks: [
      {
        title: { ko: '현재 값 읽기', en: 'Read the current values' },
        words: {
          ko: '지금 상태, 수온, 연료 얼마나, 배터리 전압, 엔진 온도',
          en: 'current status, coolant, how much fuel, battery voltage',
        },
        steps: [
          {
            ko: '{vehicle.tab.now} 탭에서 값마다 작은 선이 최근 30분의 흐름을 보여 줍니다.',
            en: 'On {vehicle.tab.now}, the small line beside a value shows its last 30 minutes.',
          },
          {
            ko: '수집 주기의 3배보다 오래된 값은 흐리게 표시되고 시각이 붙습니다. 시동이 꺼지면 꺼지기 전의 마지막 값이 표시됩니다.',
            en: 'A value older than three reporting intervals is grayed out and shown with its time. When the engine is off, the last values before it stopped are shown.',
          },
        ],
      },
      {
        title: { ko: '값의 변화를 차트로 보기', en: 'See how values changed' },
        words: { ko: '그래프, 추이, 측정값 곡선, 궤적 재생', en: 'chart, trend, curve, replay a day' },
        steps: [
          {
            ko: '차량 화면을 열면 {vehicle.tab.now} 탭에 최근 30분의 변화가 바로 보입니다.',
            en: 'Open the vehicle: {vehicle.tab.now} shows the last 30 minutes of each value.',
          },
          {
            ko: '하루 전체는 {vehicle.tab.track} 탭에서 날짜를 고릅니다. 점이 있는 날짜에 데이터가 있습니다.',
            en: 'For a whole day, choose a date on {vehicle.tab.track}; days with a dot have data.',
          },
          {
            ko: '재생 시각 막대는 [←] [→]로 10초, [⇧]와 함께 1분씩 움직입니다.',
            en: 'The time slider moves by 10 seconds with [←] [→], by a minute with [⇧].',
          },
        ],
      },
      {
        title: { ko: '원격으로 시동 켜기', en: 'Start the engine remotely' },
        words: { ko: '원격 시동, 예열, 에어컨 미리 켜기', en: 'remote start, warm up, air conditioning beforehand' },
        steps: [
          {
            ko: '모델이 원격 제어를 지원하고 차량이 정차, 시동 꺼짐, 온라인이며 미처리 SOS가 없을 때 {vehicle.start.start} 버튼을 쓸 수 있습니다.',
            en: '{vehicle.start.start} is available if the model supports it and the vehicle is parked, off and online, without an open SOS.',
          },
          {
            ko: '현장에 전화해 차량 주변에 사람이 없음을 확인하고 확인란을 선택한 뒤 {vehicle.start.confirm}을(를) 누릅니다. 엔진이 실제로 켜집니다.',
            en: 'Call the site, confirm by the check box that nobody is near the vehicle, and press {vehicle.start.confirm}. The engine actually starts.',
          },
          {
            ko: '결과는 단말기의 다음 메시지로 확인되며, 요청한 사람과 함께 이력에 남습니다.',
            en: 'The result comes with the next message of the device and is kept in the history with your name.',
          },
        ],
      },
      {
        title: { ko: '원격 진단으로 넘어가기', en: 'Go on to remote diagnosis' },
        words: { ko: '스캔, 고장코드 읽기, 점검', en: 'scan, read fault codes, check' },
        steps: [
          {
            ko: '{vehicle.toRemote}을(를) 누르면 이 차량의 원격 진단 화면이 열립니다.',
            en: '{vehicle.toRemote} opens the diagnosis of this vehicle.',
          },
        ],
      },
    ],
    states: [
      {
        term: 'vehicle.online',
        mark: 'normal',
        means: { ko: '단말기가 연결되어 있습니다.', en: 'The device is connected.' },
      },
      {
        term: 'state.offline',
        mark: 'off',
        means: {
          ko: '단말기가 연결되어 있지 않습니다. 옆의 시간은 최근 통신 이후 경과입니다.',
          en: 'The device is not connected; the time beside it counts from the last communication.',
        },
      },
    ],
  },

  '/statusModi/$number': {
    purpose: {
      ko: '차량의 대리점과 담당자, 계기를 교체했을 때의 보정값, 메모를 고칩니다.',
      en: 'Change the dealer and the person in charge, the correction after a meter replacement, and the memo.',
    },
    tasks: [
      {
        title: { ko: '대리점 변경하기', en: 'Change the dealer' },
        words: {
          ko: '차량 이관, 담당 대리점 바꾸기, 다른 지점으로 넘기기',
          en: 'move a vehicle, another dealer, hand over',
        },
        steps: [
          {
            ko: '{vehicle.field.dealerId}을(를) 고르고 {common.save}을(를) 누릅니다.',
            en: 'Choose {vehicle.field.dealerId} and press {common.save}.',
          },
          {
            ko: '이 차량을 더는 볼 수 없는 조직과 새로 볼 수 있는 조직을 대화 상자에서 확인합니다. 접수 전 고장도 함께 넘어갑니다.',
            en: 'The dialog shows which organizations lose and gain access. Fault reports that are not accepted yet move with the vehicle.',
          },
          {
            ko: '미처리 SOS가 있는 동안에는 대리점을 바꿀 수 없습니다.',
            en: 'The dealer cannot be changed while an SOS is open.',
          },
        ],
      },
      {
        title: { ko: '계기 교체 뒤 시간 맞추기', en: 'Correct hours after a meter replacement' },
        words: { ko: '아워미터 교체, 적산계 보정, 시간 보정', en: 'hour meter replaced, odometer correction' },
        steps: [
          {
            ko: '{vehicle.correction.value}에 계기 값에 더할 값을, 이어서 {vehicle.correction.since}과(와) {vehicle.correction.reason}을(를) 입력합니다.',
            en: 'Under {vehicle.correction.value} enter what is added to the meter reading, then {vehicle.correction.since} and {vehicle.correction.reason}.',
          },
          {
            ko: '{vehicle.correction.sum}에서 합계를 확인하고 저장합니다. 수신한 데이터는 바뀌지 않습니다.',
            en: 'Check the total under {vehicle.correction.sum} and save. Received data is not changed.',
          },
        ],
      },
    ],
  },
} satisfies HelpFile;
