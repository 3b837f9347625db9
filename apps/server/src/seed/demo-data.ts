import type { GroupType } from '@headland/contracts/access';

/** An invented business: names of places are real, organisations, people and phones are not (010-5555 and 555-01xx are never given out). */
export interface DemoOrganization {
  name: string;
  type: GroupType;
  parent: string | null;
  lat?: number;
  lon?: number;
  phone?: string;
  erp?: string;
  postalCode?: string;
  address?: string;
  addressDetail?: string;
  /** where its customers' machines work: farm land around a point */
  fields?: Fields;
}
export interface Fields {
  lat: number;
  lon: number;
  radiusKm: number;
}

/** Towns and their postal codes are real, streets are not. */
type At = [postalCode: string, address: string, addressDetail?: string];
const placed = ([postalCode, address, addressDetail]: At) => ({
  postalCode,
  address,
  ...(addressDetail === undefined ? {} : { addressDetail }),
});
const headOffice = '서울특별시 서초구 들녘로 12';
const office = (name: string, type: GroupType, at: At, parent: string | null = '본사'): DemoOrganization => ({
  name,
  type,
  parent,
  ...placed(at),
});
const region = (name: string, parent: string, ...at: At): DemoOrganization => ({
  name,
  type: 'REGION',
  parent,
  ...placed(at),
});
let sellers = 0;
const seller = (
  name: string,
  type: 'AGENCY' | 'DEALER',
  parent: string,
  lat: number,
  lon: number,
  fields: [lat: number, lon: number, radiusKm: number],
  at: At,
): DemoOrganization => {
  const n = String(++sellers).padStart(2, '0');
  const [fieldsLat, fieldsLon, radiusKm] = fields;
  return {
    name,
    type,
    parent,
    lat,
    lon,
    phone: lon > 0 ? `063-5555-01${n}` : `+120255501${n}`,
    erp: `${lon > 0 ? 'KR' : 'US'}${type === 'AGENCY' ? 'A' : 'D'}${n}`,
    ...placed(at),
    fields: { lat: fieldsLat, lon: fieldsLon, radiusKm },
  };
};

export const organizations: DemoOrganization[] = [
  office('본사', 'HEAD_OFFICE', ['06730', headOffice], null),
  office('대동', 'DAEDONG', ['06730', headOffice, '3층']),
  office('서비스사업팀', 'SERVICE_BUSINESS', ['06730', headOffice, '4층']),
  office('생산본부', 'PRODUCTION', ['43026', '대구광역시 달성군 공단로 77']),
  office('Biz사업부', 'BIZ', ['06730', headOffice, '5층']),
  office('고객사업팀', 'CUSTOMER_BIZ', ['06730', headOffice, '6층']),
  office('영업본부', 'SALES', ['06730', headOffice, '7층']),
  office('국내영업본부', 'DOMESTIC_SALES_HQ', ['06730', headOffice, '8층']),
  office('RSM사업팀', 'RSM_BUSINESS', ['06730', headOffice, '9층']),
  office('TSM팀', 'TSM', ['06730', headOffice, '10층']),
  office('KIOTI USA', 'KIOTI', ['27591', '100 Orchard Row, Wendell, NC']),
  region('전북지역본부', '국내영업본부', '54896', '전북특별자치도 전주시 덕진구 들판로 21'),
  region('전남지역본부', '국내영업본부', '58564', '전라남도 무안군 삼향읍 들판로 8'),
  region('충남지역본부', '국내영업본부', '32255', '충청남도 홍성군 홍북읍 들판로 15'),
  region('경북지역본부', '국내영업본부', '36759', '경상북도 안동시 풍천면 들판로 30'),
  region('경남지역본부', '국내영업본부', '51435', '경상남도 창원시 의창구 들판로 44'),
  region('강원지역본부', '국내영업본부', '24266', '강원특별자치도 춘천시 들판로 5'),
  region('경기지역본부', '국내영업본부', '16444', '경기도 수원시 팔달구 들판로 62'),
  region('Midwest Region', 'KIOTI USA', '50309', '1 Prairie Street, Des Moines, IA'),
  region('South Region', 'KIOTI USA', '72201', '2 Delta Street, Little Rock, AR'),
  seller(
    '정읍대리점',
    'AGENCY',
    '전북지역본부',
    35.57,
    126.856,
    [35.65, 126.85, 4],
    ['56165', '전북특별자치도 정읍시 농기계길 11'],
  ),
  seller(
    '김제대리점',
    'AGENCY',
    '전북지역본부',
    35.803,
    126.881,
    [35.8, 126.86, 6],
    ['54393', '전북특별자치도 김제시 농기계길 12'],
  ),
  seller(
    '부안대리점',
    'AGENCY',
    '전북지역본부',
    35.729,
    126.733,
    [35.73, 126.75, 4],
    ['56315', '전북특별자치도 부안군 부안읍 농기계길 13'],
  ),
  seller(
    '익산대리점',
    'DEALER',
    '전북지역본부',
    35.948,
    126.957,
    [35.98, 126.93, 5],
    ['54570', '전북특별자치도 익산시 농기계길 14'],
  ),
  seller(
    '나주대리점',
    'AGENCY',
    '전남지역본부',
    35.016,
    126.711,
    [35.0, 126.68, 4],
    ['58253', '전라남도 나주시 농기계길 15'],
  ),
  seller(
    '해남대리점',
    'AGENCY',
    '전남지역본부',
    34.573,
    126.599,
    [34.57, 126.61, 2.5],
    ['59027', '전라남도 해남군 해남읍 농기계길 16'],
  ),
  seller(
    '영암대리점',
    'DEALER',
    '전남지역본부',
    34.8,
    126.697,
    [34.8, 126.72, 2.5],
    ['58414', '전라남도 영암군 영암읍 농기계길 17'],
  ),
  seller(
    '서산대리점',
    'AGENCY',
    '충남지역본부',
    36.785,
    126.45,
    [36.78, 126.51, 2],
    ['31985', '충청남도 서산시 농기계길 18'],
  ),
  seller(
    '당진대리점',
    'AGENCY',
    '충남지역본부',
    36.89,
    126.63,
    [36.86, 126.72, 3],
    ['31776', '충청남도 당진시 농기계길 19'],
  ),
  seller(
    '논산대리점',
    'AGENCY',
    '충남지역본부',
    36.187,
    127.099,
    [36.17, 127.06, 4],
    ['32987', '충청남도 논산시 농기계길 20'],
  ),
  seller(
    '홍성대리점',
    'DEALER',
    '충남지역본부',
    36.601,
    126.68,
    [36.74, 126.79, 3],
    ['32219', '충청남도 홍성군 홍성읍 농기계길 21'],
  ),
  seller(
    '상주대리점',
    'AGENCY',
    '경북지역본부',
    36.411,
    128.159,
    [36.44, 128.2, 3],
    ['37179', '경상북도 상주시 농기계길 22'],
  ),
  seller(
    '의성대리점',
    'AGENCY',
    '경북지역본부',
    36.353,
    128.697,
    [36.38, 128.45, 2.5],
    ['37337', '경상북도 의성군 의성읍 농기계길 23'],
  ),
  seller(
    '안동대리점',
    'DEALER',
    '경북지역본부',
    36.568,
    128.73,
    [36.55, 128.58, 2],
    ['36691', '경상북도 안동시 농기계길 24'],
  ),
  seller(
    '밀양대리점',
    'AGENCY',
    '경남지역본부',
    35.504,
    128.747,
    [35.4, 128.77, 2.5],
    ['50425', '경상남도 밀양시 농기계길 25'],
  ),
  seller(
    '창녕대리점',
    'AGENCY',
    '경남지역본부',
    35.544,
    128.492,
    [35.52, 128.45, 2.5],
    ['50326', '경상남도 창녕군 창녕읍 농기계길 26'],
  ),
  seller(
    '철원대리점',
    'AGENCY',
    '강원지역본부',
    38.147,
    127.313,
    [38.23, 127.25, 4],
    ['24035', '강원특별자치도 철원군 갈말읍 농기계길 27'],
  ),
  seller(
    '홍천대리점',
    'AGENCY',
    '강원지역본부',
    37.697,
    127.889,
    [37.69, 127.87, 1.5],
    ['25135', '강원특별자치도 홍천군 홍천읍 농기계길 28'],
  ),
  seller(
    '평택대리점',
    'AGENCY',
    '경기지역본부',
    36.992,
    127.113,
    [37.02, 127.08, 2.5],
    ['17895', '경기도 평택시 농기계길 29'],
  ),
  seller(
    '여주대리점',
    'DEALER',
    '경기지역본부',
    37.298,
    127.637,
    [37.27, 127.6, 3],
    ['12629', '경기도 여주시 농기계길 30'],
  ),
  seller(
    'Ames Tractor',
    'DEALER',
    'Midwest Region',
    42.03,
    -93.62,
    [42.03, -93.4, 14],
    ['50010', '11 Tractor Lane, Ames, IA'],
  ),
  seller(
    'Bloomington Supply',
    'DEALER',
    'Midwest Region',
    40.48,
    -88.99,
    [40.52, -88.8, 14],
    ['61701', '12 Tractor Lane, Bloomington, IL'],
  ),
  seller(
    'York Ag Center',
    'DEALER',
    'Midwest Region',
    40.87,
    -97.59,
    [40.87, -97.59, 13],
    ['68467', '13 Tractor Lane, York, NE'],
  ),
  seller(
    'Hutchinson Equip.',
    'DEALER',
    'Midwest Region',
    38.06,
    -97.93,
    [37.96, -98.08, 13],
    ['67501', '14 Tractor Lane, Hutchinson, KS'],
  ),
  seller(
    'Plainview Ag',
    'DEALER',
    'South Region',
    34.19,
    -101.71,
    [34.07, -101.82, 14],
    ['79072', '15 Tractor Lane, Plainview, TX'],
  ),
  seller(
    'Lonoke Tractor',
    'DEALER',
    'South Region',
    34.78,
    -91.9,
    [34.75, -91.88, 11],
    ['72086', '16 Tractor Lane, Lonoke, AR'],
  ),
  seller(
    'Tifton Equipment',
    'DEALER',
    'South Region',
    31.45,
    -83.51,
    [31.45, -83.53, 9],
    ['31794', '17 Tractor Lane, Tifton, GA'],
  ),
];

/** Invited, and not joined yet: what the list of users must bear as well. */
export const invitations = [
  {
    name: '오하늘',
    email: 'haneul.oh@demo.korea.kr',
    phone: '010-5555-1101',
    role: 'STAFF',
    groupType: 'AGENCY',
    organization: '정읍대리점',
  },
  {
    name: '한지훈',
    email: 'jihun.han@demo.korea.kr',
    phone: '010-5555-1102',
    role: 'ADMIN',
    groupType: 'DEALER',
    organization: '익산대리점',
  },
] as const;

export const models = [
  {
    name: 'HL 4-58',
    code: 'T4C58',
    type: 'standard',
    machine: 'tractor',
    year: 2022,
    horsepower: 58,
    transmission: '12F/12R 기계식',
    remote: 'none',
    share: 26,
  },
  {
    name: 'HL 5-73',
    code: 'T5C73',
    type: 'standard',
    machine: 'tractor',
    year: 2023,
    horsepower: 73,
    transmission: '24F/24R 파워셔틀',
    remote: 'none',
    share: 16,
  },
  {
    name: 'HL 6-110',
    code: 'T6A11',
    type: 'premium',
    machine: 'tractor',
    year: 2024,
    horsepower: 110,
    transmission: '32F/32R 파워시프트',
    remote: 'start',
    share: 24,
  },
  {
    name: 'HL 7-128',
    code: 'T7A12',
    type: 'premium',
    machine: 'tractor',
    year: 2025,
    horsepower: 128,
    transmission: '40F/40R 파워시프트',
    remote: 'startClimate',
    share: 10,
  },
  {
    name: 'HL 9-145',
    code: 'T9B45',
    type: 'premium',
    machine: 'tractor',
    year: 2025,
    horsepower: 145,
    transmission: 'KVT 무단변속',
    remote: 'startClimate',
    share: 10,
  },
  {
    name: 'HE-35',
    code: 'X035C',
    type: 'standard',
    machine: 'excavator',
    year: 2023,
    horsepower: 25,
    transmission: '유압식',
    remote: 'none',
    share: 5,
  },
  {
    name: 'HE-55',
    code: 'X055A',
    type: 'standard',
    machine: 'excavator',
    year: 2024,
    horsepower: 49,
    transmission: '유압식',
    remote: 'none',
    share: 5,
  },
  {
    name: 'HE-80',
    code: 'X080B',
    type: 'premium',
    machine: 'excavator',
    year: 2025,
    horsepower: 69,
    transmission: '유압식',
    remote: 'start',
    share: 4,
  },
] as const;

interface DemoItem {
  name: string;
  maintenance: 'replace' | 'inspect';
  initialHours: number;
  cycleHours: number;
  cycleDays: number | null;
}
const replace = (name: string, initialHours: number, cycleHours: number, cycleDays: number | null): DemoItem => ({
  name,
  maintenance: 'replace',
  initialHours,
  cycleHours,
  cycleDays,
});
const inspect = (name: string, initialHours: number, cycleHours: number, cycleDays: number | null): DemoItem => ({
  ...replace(name, initialHours, cycleHours, cycleDays),
  maintenance: 'inspect',
});
const engine = [
  replace('엔진오일', 50, 250, 365),
  replace('엔진오일 필터', 50, 250, 365),
  replace('연료 필터', 250, 500, 730),
  replace('에어클리너 엘리먼트', 500, 500, 365),
];
/** As the manuals of such machines have them: hours of the first cycle, of the later ones, and days. Exhaust filters from 73 hp on. */
export function consumablesOf({
  machine,
  horsepower,
}: {
  machine: 'tractor' | 'excavator';
  horsepower: number;
}): DemoItem[] {
  return [
    ...engine,
    ...(machine === 'tractor'
      ? [
          replace('미션오일', 50, 400, 730),
          replace('유압오일 필터', 50, 400, 730),
          replace('전륜 차축 오일', 50, 400, 730),
          inspect('팬벨트 장력', 50, 200, null),
          inspect('클러치·브레이크 유격', 50, 200, null),
        ]
      : [
          replace('유압오일', 1000, 2000, 730),
          replace('유압오일 리턴 필터', 250, 1000, 730),
          replace('주행 감속기 오일', 250, 1000, 730),
          replace('선회 감속기 오일', 250, 1000, 730),
          inspect('무한궤도 장력', 50, 250, null),
        ]),
    replace('냉각수', 1000, 2000, 730),
    ...(horsepower >= 73 ? [inspect('DPF 점검', 1500, 1500, null)] : []),
  ];
}

export const koreanNames = {
  family: [
    '김',
    '이',
    '박',
    '최',
    '정',
    '강',
    '조',
    '윤',
    '장',
    '임',
    '한',
    '오',
    '서',
    '신',
    '권',
    '황',
    '안',
    '송',
    '전',
    '홍',
  ],
  given: [
    '민수',
    '서연',
    '지훈',
    '하늘',
    '유진',
    '영호',
    '미경',
    '성민',
    '은정',
    '재현',
    '수진',
    '동현',
    '혜원',
    '상우',
    '경희',
    '태호',
    '정숙',
    '병철',
    '옥순',
    '기태',
    '춘식',
    '말순',
  ],
};
export const americanNames = {
  family: [
    'Miller',
    'Johnson',
    'Schmidt',
    'Olsen',
    'Carter',
    'Hughes',
    'Baker',
    'Novak',
    'Reyes',
    'Turner',
    'Walsh',
    'Brandt',
  ],
  given: ['Dale', 'Ruth', 'Earl', 'Maria', 'Travis', 'Joyce', 'Wade', 'Linda', 'Curtis', 'Emma', 'Roy', 'Grace'],
};
