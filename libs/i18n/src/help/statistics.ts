import type { HelpFile } from './help';

export const statisticsHelp = {
  '/driveData': {
    purpose: {
      ko: '기간별로 차량마다 얼마나 운행했는지 봅니다. 운행 시간, 주행거리, 연료, 공회전·작업·주행 비율을 어제까지 집계합니다.',
      en: 'How much each vehicle ran in a period: run time, distance, fuel and the shares of idle, work and drive, counted up to yesterday.',
    },
    tasks: [
      {
        title: { ko: '공회전이 많은 차량 찾기', en: 'Find vehicles that idle too much' },
        words: { ko: '연료 낭비, 공회전 순위, 가동률', en: 'wasted fuel, idling, utilization' },
        steps: [
          {
            ko: '기간을 고르고 {driveData.idle} 열 제목을 눌러 정렬합니다. 기간은 31일까지입니다.',
            en: 'Choose the period and sort by {driveData.idle}. A period has at most 31 days.',
          },
          {
            ko: '맨 아래 합계 행이 조건에 맞는 전체를 더한 값입니다.',
            en: 'The total below covers all rows of the filter.',
          },
        ],
      },
      {
        title: { ko: '날짜별로 보기', en: 'Look at single days' },
        words: { ko: '일별 운행, 작업 일지', en: 'daily use, work log' },
        steps: [
          {
            ko: '행을 열면 그 차량의 달력과 운행 구간이 나옵니다.',
            en: 'Open a row for the calendar and the trips of that vehicle.',
          },
        ],
      },
    ],
  },

  '/driveDataDetail/$number': {
    purpose: {
      ko: '차량 한 대의 날짜별 운행 시간과 연료, 하루의 운행 구간을 지도와 함께 봅니다.',
      en: 'Run time and fuel by day, and the trips of a day on the map, for one vehicle.',
    },
    tasks: [
      {
        title: { ko: '하루의 구간 재생하기', en: 'Replay the trips of a day' },
        words: { ko: '동선, 작업 경로, 어디 다녔나', en: 'route, where was it' },
        steps: [
          {
            ko: '달력이나 날짜 목록에서 날짜를 고릅니다. 색이 진할수록 오래 운행했습니다.',
            en: 'Choose a day in the calendar or the list; the darker the day, the longer the vehicle ran.',
          },
          { ko: '지도의 재생기로 구간을 따라갑니다.', en: 'Follow the trip with the player on the map.' },
        ],
      },
    ],
  },

  '/operationData': {
    purpose: {
      ko: '차량, 고객, 고장, SOS, 수리의 통계를 기간별로 봅니다. 숫자를 누르면 해당 목록이 열립니다.',
      en: 'Statistics of vehicles, customers, faults, SOS and repairs over a period. Each figure leads to the list behind it.',
    },
    tasks: [
      {
        title: { ko: '모델이나 고객별 가동 비교하기', en: 'Compare models or customers' },
        words: { ko: '모델별 통계, 고객별 가동, 연비 비교', en: 'by model, by customer, fuel rate' },
        steps: [
          {
            ko: '{operation.tab.models} 또는 {operation.tab.customers} 탭에서 기간과 조건을 고릅니다.',
            en: 'On {operation.tab.models} or {operation.tab.customers} choose period and filters.',
          },
          { ko: '행을 열면 측정값 추이를 차트로 봅니다.', en: 'Open a row for charts of measured values.' },
        ],
      },
      {
        title: { ko: '자주 나는 고장 찾기', en: 'Find frequent faults' },
        words: { ko: '품질 문제, 다발 고장, 지역별 고장', en: 'quality problem, most frequent, by region' },
        steps: [
          {
            ko: '{operation.tab.faults} 탭에서 {operation.byCode}, {operation.byPart}, {operation.byRegion}(으)로 봅니다.',
            en: 'On {operation.tab.faults}, compare {operation.byCode}, {operation.byPart} or {operation.byRegion}.',
          },
          {
            ko: '{operation.perThousandHours}(으)로 운행 시간이 서로 다른 모델을 같은 기준으로 비교합니다.',
            en: '{operation.perThousandHours} puts models with many and with few run hours on the same basis.',
          },
        ],
      },
      {
        title: { ko: '대응 속도 확인하기', en: 'Check how fast we respond' },
        words: { ko: '응답 시간, 출동 시간, 처리 시간, 중앙값', en: 'response time, time to dispatch, median' },
        steps: [
          {
            ko: '{operation.tab.sos} 탭의 확인, 출동, 해결 소요를 봅니다. 중앙값과 90% 이내 시간이 함께 나옵니다.',
            en: '{operation.tab.sos} shows the times to acknowledge, dispatch and resolve, as a median and for 90% of the calls.',
          },
        ],
      },
    ],
  },

  '/operationDataModelDetail/$number': {
    purpose: {
      ko: '모델 하나에 속한 차량의 측정값을 5분 간격 차트로 봅니다. 전체를 고르면 평균선과 차량의 10–90% 범위가 나옵니다.',
      en: 'Measured values of a model in 5-minute steps. With all vehicles, the line is their mean and the band covers 10–90% of them.',
    },
    tasks: [
      {
        title: { ko: '차트 고르고 확대하기', en: 'Choose and zoom charts' },
        words: { ko: '온도 추이, 압력 그래프, 확대', en: 'temperature trend, pressure chart, zoom' },
        steps: [
          { ko: '{course.charts}에서 9개까지 고릅니다.', en: 'Choose up to 9 under {course.charts}.' },
          {
            ko: '드래그하여 확대하고 두 번 클릭하면 전체 기간으로 돌아갑니다. 모든 차트의 커서가 함께 움직입니다.',
            en: 'Drag to zoom, double-click for the whole period. One cursor moves in all charts.',
          },
          {
            ko: '차트의 표시는 고장 신고나 SOS입니다. 누르면 열립니다.',
            en: 'A mark in a chart is a fault report or an SOS; click it to open.',
          },
        ],
      },
      {
        title: { ko: '원시 데이터 받기', en: 'Get the raw data' },
        words: { ko: '10초 데이터, 로그 다운로드, 엑셀', en: '10-second data, download the log, Excel' },
        steps: [
          {
            ko: '차량 한 대를 고르면 10초 원시 데이터, 전체면 5분 평균을 엑셀로 만듭니다. 준비되면 알림이 옵니다.',
            en: 'With one vehicle the file has 10-second raw data, with all of them 5-minute means. You are notified when it is ready.',
          },
        ],
      },
    ],
    keys: [
      [['+', '−', '↑', '↓'], 'course.keys.zoom'],
      [['←', '→'], 'course.keys.move'],
      [['0', 'Home'], 'course.keys.whole'],
      [[',', '.'], 'course.keys.cursor'],
    ],
  },

  '/operationDataCusDetail/$number': {
    purpose: {
      ko: '고객 한 명의 차량에서 수신한 측정값을 5분 간격 차트로 봅니다.',
      en: 'Measured values of a customer’s vehicles in 5-minute steps.',
    },
    tasks: [
      {
        title: { ko: '차량 골라 보기', en: 'Choose the vehicle' },
        words: { ko: '내 고객 장비 상태, 온도 추이', en: 'customer’s vehicle, trend' },
        steps: [
          {
            ko: '{course.vehicle}에서 차대번호 일부로 찾아 고릅니다.',
            en: 'Find it by a part of the VIN under {course.vehicle}.',
          },
          {
            ko: '{course.charts}에서 볼 값을, {course.layout}에서 격자나 한 줄을 고릅니다.',
            en: 'Choose values under {course.charts}, and grid or one column under {course.layout}.',
          },
          {
            ko: '{course.toVehicle}(으)로 그 차량의 현재 값을 봅니다.',
            en: '{course.toVehicle} opens the current values of the vehicle.',
          },
        ],
      },
    ],
    keys: [
      [['+', '−', '↑', '↓'], 'course.keys.zoom'],
      [['←', '→'], 'course.keys.move'],
      [['0', 'Home'], 'course.keys.whole'],
      [[',', '.'], 'course.keys.cursor'],
    ],
  },
} satisfies HelpFile;
