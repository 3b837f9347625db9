import type { Scene } from './demo-pictures';
import type { Product } from './demo-product-pictures';

/** First letters of the names of tractors, and of excavators. */
export type DemoModels = 'HL' | 'HE';
interface DemoPart {
  code: string;
  ko: string;
  en: string;
  /** Korean won */
  price: number;
  drawn: Product;
  about?: string;
  /** consumable item that it serves */
  item?: string;
  models?: DemoModels;
  hidden?: boolean;
}
interface DemoCategory {
  key: string;
  ko: string;
  en: string;
  tint: string;
  shown: boolean;
  parts: readonly DemoPart[];
}

export const demoCategories: readonly DemoCategory[] = [
  {
    ...{ key: 'oils', ko: '오일/윤활유', en: 'Oils and lubricants', tint: '#c9962f', shown: true },
    parts: [
      {
        ...{ code: 'HLO15W40X4', ko: '디젤 엔진오일 4리터', en: 'Engine oil 15W-40 4 L', price: 32000, drawn: 'can' },
        ...{ item: '엔진오일', about: '사계절용 디젤 엔진오일. DPF 장착 엔진에 사용할 수 있습니다.' },
      },
      {
        ...{ code: 'HLOUTTO20', ko: '미션오일 20리터', en: 'Transmission oil UTTO 20 L', price: 118000, drawn: 'drum' },
        ...{ item: '미션오일', models: 'HL', about: '변속기, 유압, 습식 브레이크 공용 오일.' },
      },
      {
        ...{ code: 'HLOHV46X20', ko: '유압오일 20리터', en: 'Hydraulic oil VG46 20 L', price: 96000, drawn: 'drum' },
        ...{ item: '유압오일', models: 'HE' },
      },
      {
        ...{
          code: 'HLOAXLE80W',
          ko: '전륜 차축 오일 4리터',
          en: 'Front axle oil 80W-90 4 L',
          price: 41000,
          drawn: 'can',
        },
        ...{ item: '전륜 차축 오일', models: 'HL' },
      },
      {
        ...{ code: 'HLOGEAR90', ko: '주행 감속기 오일 4리터', en: 'Travel gear oil 4 L', price: 39000, drawn: 'can' },
        ...{ item: '주행 감속기 오일', models: 'HE' },
      },
      {
        ...{
          code: 'HLOGREASE',
          ko: '그리스 카트리지 400그램',
          en: 'Grease cartridge 400 g',
          price: 6500,
          drawn: 'cartridge',
        },
        about: '10개 단위로 포장되어 있습니다.',
      },
      {
        ...{ code: 'HLOCOOL4', ko: '부동액 4리터', en: 'Coolant concentrate 4 L', price: 18500, drawn: 'can' },
        ...{ item: '냉각수', about: '물과 절반씩 섞으면 영하 35도까지 얼지 않습니다.' },
      },
      {
        ...{ code: 'HLODEF10', ko: '요소수 10리터', en: 'DEF 10 L', price: 14900, drawn: 'drum' },
        about: '영하 11도에서 업니다. 직사광선을 피해 보관하세요.',
      },
    ],
  },
  {
    ...{ key: 'filters', ko: '필터', en: 'Filters', tint: '#2f6f9e', shown: true },
    parts: [
      {
        ...{ code: 'HLF1001', ko: '엔진오일 필터', en: 'Engine oil filter', price: 12800, drawn: 'filter' },
        item: '엔진오일 필터',
      },
      { code: 'HLF1002', ko: '연료 필터', en: 'Fuel filter', price: 16400, drawn: 'filter', item: '연료 필터' },
      {
        ...{ code: 'HLF1003', ko: '연료 수분 분리 필터', en: 'Fuel water separator', price: 23900, drawn: 'filter' },
        about: '배출 콕이 있습니다. 물이 차면 경고등이 켜집니다.',
      },
      {
        ...{
          code: 'HLF2001',
          ko: '에어클리너 엘리먼트(외부)',
          en: 'Air cleaner element (outer)',
          price: 38000,
          drawn: 'element',
        },
        item: '에어클리너 엘리먼트',
      },
      {
        ...{
          code: 'HLF2002',
          ko: '에어클리너 엘리먼트(내부)',
          en: 'Air cleaner element (inner)',
          price: 21000,
          drawn: 'element',
        },
        about: '청소하지 말고 교체하세요.',
      },
      {
        ...{ code: 'HLF3001', ko: '유압오일 필터', en: 'Hydraulic oil filter', price: 29500, drawn: 'filter' },
        ...{ item: '유압오일 필터', models: 'HL' },
      },
      {
        ...{ code: 'HLF3002', ko: '유압오일 리턴 필터', en: 'Hydraulic return filter', price: 44000, drawn: 'element' },
        ...{ item: '유압오일 리턴 필터', models: 'HE' },
      },
      { code: 'HLF4001', ko: '캐빈 에어컨 필터', en: 'Cabin air filter', price: 19800, drawn: 'panel' },
    ],
  },
  {
    ...{ key: 'engine', ko: '엔진 부품', en: 'Engine parts', tint: '#8a4b38', shown: true },
    parts: [
      {
        ...{ code: 'HLE1001', ko: '팬벨트', en: 'Fan belt', price: 17500, drawn: 'belt', models: 'HL' },
        ...{ item: '팬벨트 장력', about: '장착하고 한 시간 뒤 장력을 다시 확인하세요.' },
      },
      { code: 'HLE1002', ko: '서모스탯', en: 'Thermostat', price: 24000, drawn: 'ring' },
      { code: 'HLE1003', ko: '예열 플러그', en: 'Glow plug', price: 15200, drawn: 'plug' },
      { code: 'HLE1004', ko: '인젝터 시트 와셔(10개)', en: 'Injector seat washers (10)', price: 8800, drawn: 'ring' },
      {
        ...{ code: 'HLE1005', ko: '워터펌프', en: 'Water pump', price: 132000, drawn: 'pump' },
        about: '개스킷이 포함되어 있습니다.',
      },
    ],
  },
  {
    ...{ key: 'electrics', ko: '전장 부품', en: 'Electrical parts', tint: '#4a5a8c', shown: true },
    parts: [
      { code: 'HLB80AH', ko: '배터리 80암페어시', en: 'Battery 12 V 80 Ah', price: 98000, drawn: 'battery' },
      { code: 'HLB100AH', ko: '배터리 100암페어시', en: 'Battery 12 V 100 Ah', price: 129000, drawn: 'battery' },
      { code: 'HLL2001', ko: '작업등 48와트', en: 'LED work lamp 48 W', price: 42000, drawn: 'lamp' },
      { code: 'HLL2002', ko: '경광등', en: 'Rotating beacon', price: 36500, drawn: 'lamp' },
      { code: 'HLL2003', ko: '퓨즈 세트', en: 'Fuse set', price: 4900, drawn: 'plug' },
    ],
  },
  {
    ...{ key: 'hydraulics', ko: '유압 부품', en: 'Hydraulic parts', tint: '#3b6b55', shown: true },
    parts: [
      { code: 'HLH1001', ko: '유압 호스 1/2인치 1미터', en: 'Hydraulic hose 1/2 in 1 m', price: 27000, drawn: 'hose' },
      { code: 'HLH1002', ko: '퀵 커플러(수)', en: 'Quick coupler (male)', price: 18900, drawn: 'plug', models: 'HL' },
      { code: 'HLH1003', ko: '퀵 커플러(암)', en: 'Quick coupler (female)', price: 22500, drawn: 'plug', models: 'HL' },
      {
        code: 'HLH1004',
        ko: '버킷 실린더 씰 키트',
        en: 'Bucket cylinder seal kit',
        price: 56000,
        drawn: 'ring',
        models: 'HE',
      },
    ],
  },
  {
    ...{ key: 'implements', ko: '작업기 부품', en: 'Implement parts', tint: '#7b6a2e', shown: true },
    parts: [
      {
        ...{
          code: 'HLI1001',
          ko: '로터리 날 세트(36개)',
          en: 'Rotary blade set (36)',
          price: 168000,
          drawn: 'blade',
          models: 'HL',
        },
        about: '볼트와 너트가 포함되어 있습니다. 좌우를 확인하고 장착하세요.',
      },
      {
        code: 'HLI1002',
        ko: '동력 취출축 안전 커버',
        en: 'PTO safety cover',
        price: 34000,
        drawn: 'cone',
        models: 'HL',
      },
      { code: 'HLI1003', ko: '버킷 투스', en: 'Bucket tooth', price: 21500, drawn: 'tooth', models: 'HE' },
      {
        code: 'HLI1004',
        ko: '고무 궤도',
        en: 'Rubber track',
        price: 890000,
        drawn: 'belt',
        models: 'HE',
        item: '무한궤도 장력',
      },
      {
        ...{
          code: 'HLI1005',
          ko: '3점 링크 핀 세트',
          en: 'Three-point linkage pin set',
          price: 12000,
          drawn: 'plug',
          models: 'HL',
        },
        hidden: true,
      },
    ],
  },
  {
    ...{ key: 'workwear', ko: '작업복/용품', en: 'Workwear and accessories', tint: '#6c6c74', shown: false },
    parts: [{ code: 'HLW1001', ko: '방진 마스크(20개)', en: 'Dust masks (20)', price: 15900, drawn: 'panel' }],
  },
];

interface DemoBanner {
  name: string;
  /** in the shop */
  path: string;
  /** posted from and to so many days from now; absent: no limit */
  days?: readonly [number, number];
  shown: boolean;
  scene: Scene;
}
const field = { field: ['#c79a4b', '#a67c34'] } as const;
export const demoBanners: readonly DemoBanner[] = [
  {
    ...{ name: '겨울 보관 부품 기획전', path: '/events/winter-storage', days: [-10, 25], shown: true },
    scene: { sky: ['#9db4c7', '#e6edf2'], field: ['#dfe6ea', '#b9c6ce'], body: '#1f6f78', snow: true },
  },
  {
    ...{ name: '엔진오일·필터 묶음 할인', path: '/events/oil-and-filter', shown: true },
    scene: { sky: ['#8fb9d8', '#f3e3c3'], field: [...field.field], body: '#c33b2c' },
  },
  {
    ...{ name: '봄 경운 로터리 날 예약', path: '/events/rotary-blades', days: [45, 110], shown: true },
    scene: { sky: ['#7fb6e6', '#dcefff'], field: ['#6c9a4a', '#54803a'], body: '#2f7d4f' },
  },
  {
    ...{ name: '가을 베일러 소모품전', path: '/events/baler', days: [-95, -30], shown: true },
    scene: { sky: ['#8fb9d8', '#f3e3c3'], field: [...field.field], body: '#2f7d4f', behind: 'baler' },
  },
  {
    ...{ name: '트레일러 등화 점검 안내', path: '/guides/trailer-lamps', shown: false },
    scene: { sky: ['#7fb6e6', '#dcefff'], field: ['#6c9a4a', '#54803a'], body: '#1f6f78', behind: 'trailer' },
  },
];
