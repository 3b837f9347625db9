/** Korean names of what GeoNames has in Latin letters only. */
export const usStates: Record<string, string> = {
  AL: '앨라배마주', AK: '알래스카주', AZ: '애리조나주', AR: '아칸소주', CA: '캘리포니아주', CO: '콜로라도주', CT: '코네티컷주', DE: '델라웨어주', DC: '워싱턴 D.C.', FL: '플로리다주', GA: '조지아주', HI: '하와이주', ID: '아이다호주',
  IL: '일리노이주', IN: '인디애나주', IA: '아이오와주', KS: '캔자스주', KY: '켄터키주', LA: '루이지애나주', ME: '메인주', MD: '메릴랜드주', MA: '매사추세츠주', MI: '미시간주', MN: '미네소타주', MS: '미시시피주', MO: '미주리주',
  MT: '몬태나주', NE: '네브래스카주', NV: '네바다주', NH: '뉴햄프셔주', NJ: '뉴저지주', NM: '뉴멕시코주', NY: '뉴욕주', NC: '노스캐롤라이나주', ND: '노스다코타주', OH: '오하이오주', OK: '오클라호마주', OR: '오리건주',
  PA: '펜실베이니아주', RI: '로드아일랜드주', SC: '사우스캐롤라이나주', SD: '사우스다코타주', TN: '테네시주', TX: '텍사스주', UT: '유타주', VT: '버몬트주', VA: '버지니아주', WA: '워싱턴주', WV: '웨스트버지니아주', WI: '위스콘신주', WY: '와이오밍주',
};
/** GeoNames numbers the provinces of Canada */
export const canadianProvinces: Record<string, { ko: string; en: string }> = {
  '01': { ko: '앨버타주', en: 'AB' }, '02': { ko: '브리티시컬럼비아주', en: 'BC' }, '03': { ko: '매니토바주', en: 'MB' }, '04': { ko: '뉴브런즈윅주', en: 'NB' }, '05': { ko: '뉴펀들랜드 래브라도주', en: 'NL' },
  '07': { ko: '노바스코샤주', en: 'NS' }, '08': { ko: '온타리오주', en: 'ON' }, '09': { ko: '프린스에드워드아일랜드주', en: 'PE' }, '10': { ko: '퀘벡주', en: 'QC' }, '11': { ko: '서스캐처원주', en: 'SK' },
  '12': { ko: '유콘 준주', en: 'YT' }, '13': { ko: '노스웨스트 준주', en: 'NT' }, '14': { ko: '누나부트 준주', en: 'NU' },
};
/** Cities that a Korean map writes in Hangul, by country and GeoNames name. */
export const knownInKorean: Record<string, string> = {
  'US New York City': '뉴욕', 'US Los Angeles': '로스앤젤레스', 'US Chicago': '시카고', 'US Houston': '휴스턴', 'US Phoenix': '피닉스', 'US Philadelphia': '필라델피아', 'US San Antonio': '샌안토니오', 'US San Diego': '샌디에이고', 'US Dallas': '댈러스',
  'US Austin': '오스틴', 'US San Francisco': '샌프란시스코', 'US Columbus': '콜럼버스', 'US Indianapolis': '인디애나폴리스', 'US Seattle': '시애틀', 'US Denver': '덴버', 'US Washington, D.C.': '워싱턴', 'US Boston': '보스턴', 'US Detroit': '디트로이트',
  'US Nashville': '내슈빌', 'US Memphis': '멤피스', 'US Portland': '포틀랜드', 'US Oklahoma City': '오클라호마시티', 'US Las Vegas': '라스베이거스', 'US Kansas City': '캔자스시티', 'US Atlanta': '애틀랜타', 'US Miami': '마이애미', 'US Minneapolis': '미니애폴리스',
  'US New Orleans': '뉴올리언스', 'US Raleigh': '롤리', 'US Charlotte': '샬럿', 'US Omaha': '오마하', 'US Wichita': '위치토', 'US Sacramento': '새크라멘토', 'US Salt Lake City': '솔트레이크시티', 'US Honolulu': '호놀룰루', 'US Anchorage': '앵커리지',
  'CA Toronto': '토론토', 'CA Vancouver': '밴쿠버', 'CA Montréal': '몬트리올', 'CA Calgary': '캘거리', 'CA Ottawa': '오타와', 'CA Winnipeg': '위니펙', 'JP Tokyo': '도쿄', 'JP Osaka': '오사카', 'JP Nagoya': '나고야', 'JP Fukuoka': '후쿠오카', 'JP Kobe': '고베', 'JP Kitakyushu': '기타큐슈', 'JP Sendai': '센다이', 'JP Nagasaki': '나가사키', 'JP Sapporo': '삿포로',
  'JP Hiroshima': '히로시마', 'JP Kyoto': '교토', 'JP Yokohama': '요코하마', 'CN Beijing': '베이징', 'CN Shanghai': '상하이', 'CN Tianjin': '톈진', 'CN Shenyang': '선양', 'CN Dalian': '다롄', 'CN Qingdao': '칭다오', 'CN Yantai': '옌타이', 'KP Pyongyang': '평양', 'KP Wŏnsan': '원산',
  'KP Kaesŏng': '개성', 'KP Hamhŭng': '함흥', 'KP Chongjin': '청진', 'KP Namp’o': '남포', 'KP Sinŭiju': '신의주', 'KP Haeju': '해주', 'KP Sariwŏn': '사리원', 'RU Moscow': '모스크바', 'RU Vladivostok': '블라디보스토크', 'TW Taipei': '타이베이', 'HK Hong Kong': '홍콩', 'GB London': '런던',
  'FR Paris': '파리', 'DE Berlin': '베를린', 'IT Rome': '로마', 'ES Madrid': '마드리드', 'AU Sydney': '시드니', 'AU Melbourne': '멜버른', 'TH Bangkok': '방콕', 'VN Hanoi': '하노이', 'IN New Delhi': '뉴델리', 'IN Mumbai': '뭄바이', 'BR São Paulo': '상파울루', 'MX Mexico City': '멕시코시티',
  'TR Istanbul': '이스탄불', 'TR Ankara': '앙카라', 'EG Cairo': '카이로', 'SG Singapore': '싱가포르', 'ID Jakarta': '자카르타', 'PH Manila': '마닐라', 'MN Ulan Bator': '울란바토르',
};
export const koreanProvinces: Record<string, string> = {
  서울: 'Seoul', 부산: 'Busan', 대구: 'Daegu', 인천: 'Incheon', 광주: 'Gwangju', 대전: 'Daejeon', 울산: 'Ulsan', 세종: 'Sejong', 경기: 'Gyeonggi', 강원: 'Gangwon', 충북: 'Chungbuk', 충남: 'Chungnam', 전북: 'Jeonbuk', 전남: 'Jeonnam', 경북: 'Gyeongbuk',
  경남: 'Gyeongnam', 제주: 'Jeju',
};
/** Metropolitan cities: a label of the map; where somebody is, their wards say. */
export const metropolitan: [ko: string, lat: number, lon: number, zoom: number][] = [
  ['서울', 37.566, 126.978, 3], ['부산', 35.18, 129.075, 4], ['대구', 35.871, 128.601, 5], ['인천', 37.456, 126.705, 5], ['광주', 35.16, 126.851, 5], ['대전', 36.35, 127.385, 5], ['울산', 35.539, 129.311, 6],
];
