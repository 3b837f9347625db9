import type { ListPath } from '../lib/paths';

/**
 * What people call the pages of the menu, beside their titles and in both languages whatever the screen is in: these
 * words are compared with what is typed and never shown, so they are not texts of the catalogue.
 */
export const pageWords: Record<ListPath, string> = {
  '/dash': '대시보드, 홈, 메인, 첫 화면, 요약, dashboard, home, overview, start, summary',
  '/status':
    '차량 현황, 지도, 위치, 맵, 관제, 트랙터, 장비, 기계, 차대번호, vehicle status, map, location, fleet, tractors, machines, live, VIN',
  '/production': '생산, 출고, 출하, 매칭, 단말기 장착, production, plant, factory, shipment, matching',
  '/sale': '판매, 미판매, 보증, sales, sold, unsold, warranty',
  '/model': '모델, 기종, 제원, 임계값, models, specification, thresholds',
  '/device': '단말기, 디바이스, 통신, 심, 개통, 펌웨어, devices, terminals, units, SIM, telematics, firmware',
  '/expendable': '소모품, 정비, 오일, 필터, 점검, 교환, consumables, maintenance, oil, filter, service due',
  '/breakdown':
    '고장 신고, 고장, 고장코드, 오류, 에러, 접수, fault reports, faults, breakdown, errors, trouble codes, DTC',
  '/sos':
    'SOS, 긴급, 응급, 구조, 사고, 전복, 충돌, 호출, SOS calls, emergency, call, rescue, accident, roll-over, collision, alarm',
  '/ownerTransfer': '소유권 이전, 양도, 양수, 명의 변경, 중고, ownership transfer, owner, change of owner, second hand',
  '/customer': '고객, 회원, 소유자, 농민, 전화번호, customers, owners, farmers, phone, contacts',
  '/organization':
    '조직 및 사용자, 대리점, 지점, 직원, 계정, 회원, 권한, organizations and users, dealers, agencies, branches, members, staff, accounts, users',
  '/driveData': '운행 데이터, 원시 데이터, 로그, 경로, 주행, drive data, raw data, log, track, trips',
  '/operationData':
    '가동 데이터, 통계, 가동률, 연료, 가동 시간, operation data, statistics, utilization, fuel, hours, report',
  '/remote': '원격 진단, 진단, 테스트, 시험, 센서, 실시간, remote diagnosis, diagnostics, test, sensors, ECU',
  '/afterService': 'A/S, 에이에스, 사후 서비스, 수리, 인젝터, after-sales service, AS, repair, workshop, injector',
  '/reProgram':
    '리프로그램, 프로그램, 업데이트, 플래시, 일괄 배포, reprogramming, flash, update, software, ECU, roll-out, OTA',
  '/notice': '공지사항, 공지, 알림글, 안내, notices, announcements, news, push',
  '/faq': '자주 묻는 질문, 질문, FAQ, questions, answers',
  '/post': '게시글, 게시판, 글, 소식, board posts, articles, blog, bulletin',
  '/category': '카테고리, 분류, 쇼핑, categories, shop, parts groups',
  '/shopBanner': '쇼핑 배너, 광고, 쇼핑, shop banners, ads, shop',
  '/partDisplay': '부품 전시, 부품, 부속, 쇼핑, 재고, parts display, spare parts, shop',
  '/gptBanner': 'GPT 배너, 광고, GPT banners, assistant, ads',
  '/gptChatData': 'GPT 대화 데이터, 챗봇, 상담, 질문, GPT chat data, chatbot, assistant, questions',
  '/memberHistory':
    '회원 이력, 접속 기록, 감사, 이벤트, 로그인, API 키, 상황판, 관리자, member history, audit, access log, logins, events, API keys, wall, administrator',
};

/** The same of the acts that the search offers. */
export const actWords = {
  acknowledge: '긴급 확인, SOS 확인, 응답, acknowledge, SOS, take, emergency',
  create: '등록, 추가, 새, 신규, 만들기, 작성, new, add, create, register',
  light: '밝게, 밝은, 라이트, 테마, 화면 테마, light, bright, day, theme',
  dark: '어둡게, 어두운, 다크, 야간, 테마, 화면 테마, dark, night, theme',
  system: '시스템 테마, 자동, 테마, 화면 테마, system, automatic, theme',
  language: '언어, 한국어, 영어, 한글, language, Korean, English, translate',
  logout: '로그아웃, 나가기, 종료, sign out, log out, logout, exit, quit',
  mute: '음소거, 소리, 무음, 경보음, mute, sound, silence, quiet, unmute',
  wall: '상황판, 월, 전광판, 관제실, wall, display, control room, kiosk, big screen',
  help: '단축키, 키보드, 도움말, 사용법, 설명서, keyboard, shortcuts, keys, help, guide, manual',
  print: '인쇄, 프린트, 출력, print, paper, PDF',
  copyLink: '링크 복사, 주소, 공유, copy link, URL, address, share',
  notifications: '알림, 알림함, notifications, bell, inbox',
  myInfo: '내 정보, 프로필, 개인정보, my info, profile, account',
  password: '비밀번호, 암호, password',
} as const;
