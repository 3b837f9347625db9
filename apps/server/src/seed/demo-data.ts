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
  /** where its customers' machines work: farm land around a point */
  fields?: Fields;
}
export interface Fields {
  lat: number;
  lon: number;
  radiusKm: number;
}

const office = (name: string, type: GroupType, parent: string | null = '본사'): DemoOrganization => ({ name, type, parent });
const region = (name: string, parent: string): DemoOrganization => ({ name, type: 'REGION', parent });
let sellers = 0;
const seller = (
  name: string,
  type: 'AGENCY' | 'DEALER',
  parent: string,
  lat: number,
  lon: number,
  fields: [lat: number, lon: number, radiusKm: number],
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
    fields: { lat: fieldsLat, lon: fieldsLon, radiusKm },
  };
};

export const organizations: DemoOrganization[] = [
  office('본사', 'HEAD_OFFICE', null),
  office('대동', 'DAEDONG'),
  office('서비스사업팀', 'SERVICE_BUSINESS'),
  office('생산본부', 'PRODUCTION'),
  office('Biz사업부', 'BIZ'),
  office('고객사업팀', 'CUSTOMER_BIZ'),
  office('영업본부', 'SALES'),
  office('국내영업본부', 'DOMESTIC_SALES_HQ'),
  office('RSM사업팀', 'RSM_BUSINESS'),
  office('TSM팀', 'TSM'),
  office('KIOTI USA', 'KIOTI'),
  region('전북지역본부', '국내영업본부'),
  region('전남지역본부', '국내영업본부'),
  region('충남지역본부', '국내영업본부'),
  region('경북지역본부', '국내영업본부'),
  region('경남지역본부', '국내영업본부'),
  region('강원지역본부', '국내영업본부'),
  region('경기지역본부', '국내영업본부'),
  region('Midwest Region', 'KIOTI USA'),
  region('South Region', 'KIOTI USA'),
  seller('정읍대리점', 'AGENCY', '전북지역본부', 35.57, 126.856, [35.65, 126.85, 4]),
  seller('김제대리점', 'AGENCY', '전북지역본부', 35.803, 126.881, [35.8, 126.86, 6]),
  seller('부안대리점', 'AGENCY', '전북지역본부', 35.729, 126.733, [35.73, 126.75, 4]),
  seller('익산대리점', 'DEALER', '전북지역본부', 35.948, 126.957, [35.98, 126.93, 5]),
  seller('나주대리점', 'AGENCY', '전남지역본부', 35.016, 126.711, [35.0, 126.68, 4]),
  seller('해남대리점', 'AGENCY', '전남지역본부', 34.573, 126.599, [34.57, 126.61, 2.5]),
  seller('영암대리점', 'DEALER', '전남지역본부', 34.8, 126.697, [34.8, 126.72, 2.5]),
  seller('서산대리점', 'AGENCY', '충남지역본부', 36.785, 126.45, [36.78, 126.51, 2]),
  seller('당진대리점', 'AGENCY', '충남지역본부', 36.89, 126.63, [36.86, 126.72, 3]),
  seller('논산대리점', 'AGENCY', '충남지역본부', 36.187, 127.099, [36.17, 127.06, 4]),
  seller('홍성대리점', 'DEALER', '충남지역본부', 36.601, 126.68, [36.74, 126.79, 3]),
  seller('상주대리점', 'AGENCY', '경북지역본부', 36.411, 128.159, [36.44, 128.2, 3]),
  seller('의성대리점', 'AGENCY', '경북지역본부', 36.353, 128.697, [36.38, 128.45, 2.5]),
  seller('안동대리점', 'DEALER', '경북지역본부', 36.568, 128.73, [36.55, 128.58, 2]),
  seller('밀양대리점', 'AGENCY', '경남지역본부', 35.504, 128.747, [35.4, 128.77, 2.5]),
  seller('창녕대리점', 'AGENCY', '경남지역본부', 35.544, 128.492, [35.52, 128.45, 2.5]),
  seller('철원대리점', 'AGENCY', '강원지역본부', 38.147, 127.313, [38.23, 127.25, 4]),
  seller('홍천대리점', 'AGENCY', '강원지역본부', 37.697, 127.889, [37.69, 127.87, 1.5]),
  seller('평택대리점', 'AGENCY', '경기지역본부', 36.992, 127.113, [37.02, 127.08, 2.5]),
  seller('여주대리점', 'DEALER', '경기지역본부', 37.298, 127.637, [37.27, 127.6, 3]),
  seller('Ames Tractor', 'DEALER', 'Midwest Region', 42.03, -93.62, [42.03, -93.4, 14]),
  seller('Bloomington Supply', 'DEALER', 'Midwest Region', 40.48, -88.99, [40.52, -88.8, 14]),
  seller('York Ag Center', 'DEALER', 'Midwest Region', 40.87, -97.59, [40.87, -97.59, 13]),
  seller('Hutchinson Equip.', 'DEALER', 'Midwest Region', 38.06, -97.93, [37.96, -98.08, 13]),
  seller('Plainview Ag', 'DEALER', 'South Region', 34.19, -101.71, [34.07, -101.82, 14]),
  seller('Lonoke Tractor', 'DEALER', 'South Region', 34.78, -91.9, [34.75, -91.88, 11]),
  seller('Tifton Equipment', 'DEALER', 'South Region', 31.45, -83.51, [31.45, -83.53, 9]),
];

export const models = [
  { name: 'HL 4-58', code: 'T4C58', type: 'standard', machine: 'tractor', year: 2022, horsepower: 58, transmission: '12F/12R 기계식', remote: 'none', share: 26 },
  { name: 'HL 5-73', code: 'T5C73', type: 'standard', machine: 'tractor', year: 2023, horsepower: 73, transmission: '24F/24R 파워셔틀', remote: 'none', share: 16 },
  { name: 'HL 6-110', code: 'T6A11', type: 'premium', machine: 'tractor', year: 2024, horsepower: 110, transmission: '32F/32R 파워시프트', remote: 'start', share: 24 },
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
  { name: 'HL 9-145', code: 'T9B45', type: 'premium', machine: 'tractor', year: 2025, horsepower: 145, transmission: 'KVT 무단변속', remote: 'startClimate', share: 10 },
  { name: 'HE-35', code: 'X035C', type: 'standard', machine: 'excavator', year: 2023, horsepower: 25, transmission: '유압식', remote: 'none', share: 5 },
  { name: 'HE-55', code: 'X055A', type: 'standard', machine: 'excavator', year: 2024, horsepower: 49, transmission: '유압식', remote: 'none', share: 5 },
  { name: 'HE-80', code: 'X080B', type: 'premium', machine: 'excavator', year: 2025, horsepower: 69, transmission: '유압식', remote: 'start', share: 4 },
] as const;

export const koreanNames = {
  family: ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한', '오', '서', '신', '권', '황', '안', '송', '전', '홍'],
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
  family: ['Miller', 'Johnson', 'Schmidt', 'Olsen', 'Carter', 'Hughes', 'Baker', 'Novak', 'Reyes', 'Turner', 'Walsh', 'Brandt'],
  given: ['Dale', 'Ruth', 'Earl', 'Maria', 'Travis', 'Joyce', 'Wade', 'Linda', 'Curtis', 'Emma', 'Roy', 'Grace'],
};
