import type { FaqCategory } from '@headland/contracts/faq';
import type { Scene } from './demo-pictures';

const autumn: Scene = { sky: ['#8fb9d8', '#f3e3c3'], field: ['#c79a4b', '#a67c34'], body: '#c33b2c' };
const winter: Scene = { sky: ['#9db4c7', '#e6edf2'], field: ['#dfe6ea', '#b9c6ce'], body: '#1f6f78', snow: true };
const spring: Scene = { sky: ['#7fb6e6', '#dcefff'], field: ['#6c9a4a', '#54803a'], body: '#c33b2c' };
const balers: Scene = { ...autumn, body: '#2f7d4f', behind: 'baler' };
const trailers: Scene = { ...spring, body: '#1f6f78', behind: 'trailer' };

interface Text {
  title: string;
  content: string;
  by: string;
  daysAgo: number;
  views: number;
  days?: readonly [number, number];
  hidden?: boolean;
  scenes?: readonly Scene[];
  alt?: string;
}
interface NoticeText extends Text {
  type: 'general' | 'event';
  target: 'customer' | 'fieldManager';
  os?: 'all' | 'android' | 'ios';
}

export const demoNotices: readonly NoticeText[] = [
  {
    ...{ type: 'event', target: 'customer', by: '고유진', daysAgo: 192, views: 4310, days: [-190, -130] },
    title: '봄 경운 전 점검 체크리스트',
    content:
      '<p>경운 작업을 시작하기 전에 아래 항목을 확인해 주세요.</p><ul><li><p>엔진오일과 유압오일의 양</p></li><li><p>타이어 공기압과 휠 너트</p></li><li><p>PTO 축의 안전 커버</p></li></ul>',
    scenes: [spring],
    alt: '봄 들판의 트랙터',
  },
  {
    ...{ type: 'general', target: 'fieldManager', by: '최유진', daysAgo: 178, views: 377 },
    title: '인수 점검표(RDI) 4판 안내',
    content:
      '<p>인수 점검표 4판에서는 단말기 연결 확인이 필수 항목이 되었습니다. 이전 판은 더 이상 사용하지 마세요.</p>',
  },
  {
    ...{ type: 'general', target: 'customer', by: '박지훈', daysAgo: 168, views: 1983, hidden: true },
    title: '부품 쇼핑몰 배송 일정 변경',
    content: '<p>도서·산간 지역의 배송이 하루 늦어집니다.</p>',
  },
  {
    ...{ type: 'general', target: 'customer', os: 'ios', by: '김민수', daysAgo: 130, views: 4019, days: [-130, -95] },
    title: '지문·얼굴 인식 로그인 추가',
    content: '<p>앱 설정에서 생체 인식 로그인을 켤 수 있습니다.</p>',
  },
  {
    ...{ type: 'general', target: 'customer', by: '김민수', daysAgo: 110, views: 7308 },
    title: '위치기반서비스 이용약관 개정 안내',
    content:
      '<h2>바뀌는 내용</h2><p>원격 시동 시 차량 위치를 확인하는 절차가 추가됩니다.</p><h2>적용일</h2><p>앱에서 새 약관에 동의하시면 바로 적용됩니다.</p>',
  },
  {
    ...{ type: 'event', target: 'customer', by: '고유진', daysAgo: 88, views: 9540, days: [-84, -25] },
    title: '가을 추천 이벤트: 이웃에게 알려 주세요',
    content:
      '<p>새 고객을 소개해 주시면 <strong>엔진오일 교환권</strong>을 드립니다. 가까운 대리점에서 신청해 주세요.</p>',
    scenes: [balers],
    alt: '가을 들판의 트랙터와 베일러',
  },
  {
    ...{ type: 'general', target: 'customer', os: 'android', by: '김민수', daysAgo: 15, views: 2266, days: [-15, 15] },
    title: '월간 리포트에 공회전 비율이 추가되었습니다',
    content: '<p>월간 리포트에서 공회전·작업·주행 비율을 한눈에 볼 수 있습니다.</p>',
  },
  {
    ...{ type: 'general', target: 'fieldManager', by: '박지훈', daysAgo: 13, views: 418 },
    title: '요소수 품질 판정 기준 변경 (현장 담당자용)',
    content:
      '<p>요소수 농도가 <strong>32.5 ±0.7 %</strong>를 벗어나면 교환을 안내해 주세요.</p><ol><li><p>농도계로 측정합니다.</p></li><li><p>결과를 A/S 기록에 남깁니다.</p></li></ol>',
  },
  {
    ...{ type: 'general', target: 'fieldManager', by: '최유진', daysAgo: 16, views: 0, days: [3, 33] },
    title: '단말기 유형 2 펌웨어 3.8 배포 안내',
    content: '<p>배포 중에는 단말기 전원을 끄지 않도록 고객에게 안내해 주세요.</p>',
  },
  {
    ...{ type: 'event', target: 'customer', by: '이서연', daysAgo: 10, views: 3871, days: [-10, 36] },
    title: '겨울철 냉각수·배터리 무상 점검',
    content:
      '<p>연말까지 가까운 대리점에서 냉각수와 배터리를 <strong>무상으로 점검</strong>해 드립니다.</p><p>엔진을 예열한 상태로 방문해 주세요. 점검은 40분 정도 걸리며 결과는 월간 리포트에 표시됩니다.</p><p><a href="https://service.example.com/winter">service.example.com/winter</a></p>',
    scenes: [winter],
    alt: '눈 덮인 들판의 트랙터',
  },
  {
    ...{ type: 'general', target: 'customer', by: '이서연', daysAgo: 8, views: 512 },
    title: 'Winter storage: how to keep the battery of your machine charged',
    content:
      '<p>Below −10 °C a battery loses a third of its capacity.</p><ul><li><p>Disconnect the negative terminal if the machine stands for more than four weeks.</p></li><li><p>Charge it once a month.</p></li></ul>',
  },
  {
    ...{ type: 'general', target: 'customer', by: '김민수', daysAgo: 1, views: 1204, days: [-1, 3] },
    title: '앱 정기 점검 안내',
    content:
      '<p>점검 중(새벽 2시~4시)에는 원격 시동과 차량 위치 확인을 사용할 수 없습니다. SOS 호출은 정상 동작합니다.</p>',
  },
];

const faq = (title: string, content: string, views: number, daysAgo = 150): Text => ({
  ...{ title, content, views, daysAgo },
  by: '이서연',
});
export const demoFaqs: Record<FaqCategory, readonly Text[]> = {
  service: [
    faq(
      '앱에서 원격 시동은 어떻게 하나요?',
      '<p>차량이 중립이고 주차 브레이크가 걸려 있어야 합니다.</p><ol><li><p>차량 화면에서 <strong>원격 시동</strong>을 누릅니다.</p></li><li><p>비밀번호를 입력합니다.</p></li></ol><p>시동은 10분 뒤 자동으로 꺼집니다.</p>',
      8123,
    ),
    faq('월간 리포트는 언제 볼 수 있나요?', '<p>매월 1일 새벽에 지난달 리포트가 만들어집니다.</p>', 5210),
    faq(
      '차량 위치가 실제와 다르게 표시됩니다.',
      '<p>GPS 안테나 위를 금속이나 덮개로 가리지 마세요. 실내에서는 마지막 위치가 표시됩니다.</p>',
      3304,
    ),
    faq(
      'How often is the position of my machine updated?',
      '<p>Every 30 seconds while the engine runs, and once an hour while the machine is parked.</p>',
      744,
      60,
    ),
  ],
  account: [
    faq(
      '휴대폰 번호가 바뀌었어요.',
      '<p>구매하신 대리점에 새 번호를 알려 주세요. 번호가 바뀌면 다시 로그인해야 합니다.</p>',
      2931,
    ),
    faq('다른 사람과 차량을 함께 볼 수 있나요?', '<p>지금은 소유자 한 명만 볼 수 있습니다.</p>', 2017),
    faq(
      '중고로 판매한 차량은 어떻게 이전하나요?',
      '<p>앱의 <strong>소유권 이전</strong>에서 새 소유자의 전화번호를 입력하면 상대방이 수락한 뒤 승인됩니다.</p>',
      4410,
    ),
  ],
  fault: [
    faq(
      '고장코드가 표시되면 어떻게 해야 하나요?',
      '<p>빨간색은 즉시 정지, 주황색은 당일 점검이 필요합니다. 고장 신고는 가까운 대리점으로 자동 전달됩니다.</p>',
      9902,
    ),
    faq(
      'SOS 버튼을 잘못 눌렀어요.',
      '<p>단말기의 SOS 버튼을 3초간 다시 누르면 취소됩니다. 상담원이 확인 전화를 드립니다.</p>',
      6120,
    ),
    faq(
      '요소수 경고등이 켜졌습니다.',
      '<p>요소수를 보충한 뒤에도 켜져 있으면 농도를 점검해야 합니다. 출력이 제한될 수 있으니 대리점에 문의해 주세요.</p>',
      5077,
    ),
  ],
  other: [
    faq('앱이 지원하는 휴대폰은 무엇인가요?', '<p>Android 10, iOS 16 이상에서 사용할 수 있습니다.</p>', 1310),
    faq(
      'Can I use the app in English?',
      '<p>Yes. The app follows the language of your phone; change it in the settings of the app.</p>',
      655,
      60,
    ),
  ],
};

export const demoPosts: readonly Text[] = [
  {
    ...{ by: '이서연', daysAgo: 140, views: 3120, scenes: [spring, trailers], alt: '봄 들판의 트랙터' },
    title: '모내기 철, 이렇게 준비했습니다 – 김제 이장님 댁',
    content:
      '<h2>아침 다섯 시의 시동</h2><p>원격 시동으로 예열을 끝내 두니 하루가 30분 길어졌습니다.</p><p>로터리 작업은 2단, 1,900 rpm이 가장 고르게 나왔다고 합니다.</p>',
  },
  {
    ...{ by: '고유진', daysAgo: 45, views: 2215, scenes: [autumn, balers, trailers], alt: '가을 들판의 트랙터' },
    title: '벼 수확 뒤 볏짚 베일 작업 요령',
    content:
      '<p>볏짚은 수분 <strong>20 % 이하</strong>에서 묶어야 곰팡이가 생기지 않습니다.</p><ul><li><p>이슬이 마른 뒤 시작합니다.</p></li><li><p>PTO 회전수를 540 rpm으로 유지합니다.</p></li><li><p>마지막 베일 뒤에는 나이프를 청소합니다.</p></li></ul>',
  },
  {
    ...{ by: '이서연', daysAgo: 20, views: 861, scenes: [balers], alt: 'A tractor with a baler' },
    title: 'Baling after the rice harvest: three farms, three ways',
    content:
      '<p>We visited three farms in Gimje. All of them bale in the afternoon, and all of them check the knotter first.</p><p>Their idle share fell from 27 % to 18 % within a month: the report shows where the engine runs without work.</p>',
  },
  {
    ...{ by: '고유진', daysAgo: 5, views: 402, scenes: [winter], alt: '눈 덮인 들판의 트랙터', days: [-5, 90] },
    title: '겨울 보관 전 꼭 할 일 다섯 가지',
    content:
      '<ol><li><p>부동액 농도 확인</p></li><li><p>연료 탱크를 가득 채우기</p></li><li><p>배터리 음극 단자 분리</p></li><li><p>그리스 주입</p></li><li><p>실내 보관 또는 덮개</p></li></ol>',
  },
];
