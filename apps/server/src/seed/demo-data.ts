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
}

const office = (name: string, type: GroupType, parent: string | null = '본사'): DemoOrganization => ({ name, type, parent });
const region = (name: string, parent: string): DemoOrganization => ({ name, type: 'REGION', parent });
let sellers = 0;
const seller = (name: string, type: 'AGENCY' | 'DEALER', parent: string, lat: number, lon: number): DemoOrganization => {
  const n = String(++sellers).padStart(2, '0');
  return { name, type, parent, lat, lon, phone: lon > 0 ? `063-5555-01${n}` : `+120255501${n}`, erp: `${lon > 0 ? 'KR' : 'US'}${type === 'AGENCY' ? 'A' : 'D'}${n}` };
};

export const organizations: DemoOrganization[] = [
  office('본사', 'HEAD_OFFICE', null), office('대동', 'DAEDONG'), office('서비스사업팀', 'SERVICE_BUSINESS'), office('생산본부', 'PRODUCTION'), office('Biz사업부', 'BIZ'),
  office('고객사업팀', 'CUSTOMER_BIZ'), office('영업본부', 'SALES'), office('국내영업본부', 'DOMESTIC_SALES_HQ'), office('RSM사업팀', 'RSM_BUSINESS'), office('TSM팀', 'TSM'), office('KIOTI USA', 'KIOTI'),
  region('전북지역본부', '국내영업본부'), region('전남지역본부', '국내영업본부'), region('충남지역본부', '국내영업본부'), region('경북지역본부', '국내영업본부'), region('경남지역본부', '국내영업본부'),
  region('강원지역본부', '국내영업본부'), region('경기지역본부', '국내영업본부'), region('Midwest Region', 'KIOTI USA'), region('South Region', 'KIOTI USA'),
  seller('정읍대리점', 'AGENCY', '전북지역본부', 35.57, 126.856), seller('김제대리점', 'AGENCY', '전북지역본부', 35.803, 126.881), seller('부안대리점', 'AGENCY', '전북지역본부', 35.7, 126.78),
  seller('익산대리점', 'DEALER', '전북지역본부', 35.948, 126.957), seller('나주대리점', 'AGENCY', '전남지역본부', 35.016, 126.711), seller('해남대리점', 'AGENCY', '전남지역본부', 34.6, 126.6),
  seller('영암대리점', 'DEALER', '전남지역본부', 34.82, 126.66), seller('서산대리점', 'AGENCY', '충남지역본부', 36.77, 126.5), seller('당진대리점', 'AGENCY', '충남지역본부', 36.86, 126.68),
  seller('논산대리점', 'AGENCY', '충남지역본부', 36.187, 127.099), seller('홍성대리점', 'DEALER', '충남지역본부', 36.601, 126.68), seller('상주대리점', 'AGENCY', '경북지역본부', 36.411, 128.159),
  seller('의성대리점', 'AGENCY', '경북지역본부', 36.353, 128.597), seller('안동대리점', 'DEALER', '경북지역본부', 36.568, 128.63), seller('밀양대리점', 'AGENCY', '경남지역본부', 35.504, 128.747),
  seller('창녕대리점', 'AGENCY', '경남지역본부', 35.544, 128.492), seller('철원대리점', 'AGENCY', '강원지역본부', 38.2, 127.25), seller('삼척대리점', 'AGENCY', '강원지역본부', 37.42, 129.1),
  seller('평택대리점', 'AGENCY', '경기지역본부', 37.0, 127.05), seller('이천대리점', 'DEALER', '경기지역본부', 37.272, 127.5),
  seller('Ames Tractor', 'DEALER', 'Midwest Region', 42.05, -93.6), seller('Peoria Farm Supply', 'DEALER', 'Midwest Region', 40.75, -89.75), seller('Salina Equipment', 'DEALER', 'Midwest Region', 38.85, -97.6),
  seller('Lubbock Ag', 'DEALER', 'South Region', 33.6, -101.8), seller('Jonesboro Tractor', 'DEALER', 'South Region', 35.75, -90.75), seller('Statesboro Equip.', 'DEALER', 'South Region', 32.45, -81.75),
];

export const models = [
  { name: 'HL 4-58', code: 'T4C58', type: 'standard', machine: 'tractor', year: 2022, horsepower: 58, transmission: '12F/12R 기계식', remote: 'none', share: 26 },
  { name: 'HL 5-73', code: 'T5C73', type: 'standard', machine: 'tractor', year: 2023, horsepower: 73, transmission: '24F/24R 파워셔틀', remote: 'none', share: 16 },
  { name: 'HL 6-110', code: 'T6A11', type: 'premium', machine: 'tractor', year: 2024, horsepower: 110, transmission: '32F/32R 파워시프트', remote: 'start', share: 24 },
  { name: 'HL 7-128', code: 'T7A12', type: 'premium', machine: 'tractor', year: 2025, horsepower: 128, transmission: '40F/40R 파워시프트', remote: 'startClimate', share: 10 },
  { name: 'HL 9-145', code: 'T9B45', type: 'premium', machine: 'tractor', year: 2025, horsepower: 145, transmission: 'KVT 무단변속', remote: 'startClimate', share: 10 },
  { name: 'HE-35', code: 'X035C', type: 'standard', machine: 'excavator', year: 2023, horsepower: 25, transmission: '유압식', remote: 'none', share: 5 },
  { name: 'HE-55', code: 'X055A', type: 'standard', machine: 'excavator', year: 2024, horsepower: 49, transmission: '유압식', remote: 'none', share: 5 },
  { name: 'HE-80', code: 'X080B', type: 'premium', machine: 'excavator', year: 2025, horsepower: 69, transmission: '유압식', remote: 'start', share: 4 },
] as const;

export const koreanNames = {
  family: ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한', '오', '서', '신', '권', '황', '안', '송', '전', '홍'],
  given: ['민수', '서연', '지훈', '하늘', '유진', '영호', '미경', '성민', '은정', '재현', '수진', '동현', '혜원', '상우', '경희', '태호', '정숙', '병철', '옥순', '기태', '춘식', '말순'],
};
export const americanNames = {
  family: ['Miller', 'Johnson', 'Schmidt', 'Olsen', 'Carter', 'Hughes', 'Baker', 'Novak', 'Reyes', 'Turner', 'Walsh', 'Brandt'],
  given: ['Dale', 'Ruth', 'Earl', 'Maria', 'Travis', 'Joyce', 'Wade', 'Linda', 'Curtis', 'Emma', 'Roy', 'Grace'],
};
