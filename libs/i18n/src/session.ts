import type { Messages } from './messages';

/** Login, and why one is sent back to it. */
export const session = {
  'login.title': { ko: '로그인', en: 'Log in' },
  'login.id': { ko: '아이디', en: 'ID' },
  'login.password': { ko: '비밀번호', en: 'Password' },
  'login.saveId': { ko: '아이디 저장', en: 'Save ID' },
  'login.auto': { ko: '자동 로그인', en: 'Stay logged in' },
  'login.submit': { ko: '로그인', en: 'Log in' },
  'login.submitting': { ko: '로그인 중', en: 'Logging in' },
  'login.signOn': { ko: '{name} 계정으로 로그인', en: 'Log in with {name}' },
  'login.or': { ko: '또는', en: 'or' },
  'signOn.title': { ko: '회사 계정 로그인', en: 'Company account' },
  'signOn.text': { ko: '회사 계정을 확인하고 있습니다.', en: 'Checking your company account.' },
  'login.capsLock': { ko: 'Caps Lock이 켜져 있습니다.', en: 'Caps Lock is on.' },
  'login.remaining': {
    ko: '{n}번 더 틀리면 5분간 로그인할 수 없습니다.',
    en: '{n, plural, one {One more failure disables} other {# more failures disable}} the login for 5 minutes.',
  },
  'login.lockedFor': {
    ko: '5회 실패하여 로그인이 잠겼습니다. {time} 뒤에 다시 시도할 수 있습니다.',
    en: 'Login is disabled after 5 failures. Try again in {time}.',
  },
  'login.demo': { ko: '개발용 계정', en: 'Demo accounts' },
  'login.demoHint': {
    ko: '개발 환경에서만 표시됩니다. 선택하면 아이디가 입력됩니다.',
    en: 'Shown in a development environment only. Selecting one fills in the ID.',
  },
  'login.mailbox': { ko: '개발용 메일함', en: 'Development mailbox' },
  'login.reason.expired': {
    ko: '로그인 시간이 끝났습니다. 다시 로그인해 주세요.',
    en: 'Your session has expired. Log in again.',
  },
  'login.reason.elsewhere': {
    ko: '같은 아이디로 다른 곳에서 로그인했거나 관리자가 접속을 종료했습니다.',
    en: 'The session was ended: this ID logged in elsewhere, or an administrator ended it.',
  },
  'login.reason.invalid': {
    ko: '로그인 정보가 더 이상 유효하지 않습니다. 다시 로그인해 주세요.',
    en: 'Your login is no longer valid. Log in again.',
  },
  'login.reason.missing': { ko: '먼저 로그인해 주세요.', en: 'Log in first.' },
  'login.reason.loggedOut': { ko: '로그아웃했습니다.', en: 'You have logged out.' },
  'login.reason.joined': { ko: '회원가입이 완료되었습니다. 로그인해 주세요.', en: 'Sign-up complete. Log in now.' },
  'login.reason.linkUsed': {
    ko: '이미 사용한 회원가입 링크입니다. 로그인해 주세요.',
    en: 'The sign-up link has been used already. Log in.',
  },
  'login.reason.codeDead': {
    ko: '인증번호를 5회 잘못 입력하여 인증이 취소되었습니다. 처음부터 다시 시도해 주세요.',
    en: 'The verification was canceled after 5 wrong codes. Start again.',
  },
  'login.reason.coldLink': {
    ko: '로그인 과정에서만 열리는 화면입니다. 처음부터 로그인해 주세요.',
    en: 'That page opens only during login. Log in here.',
  },
  'login.reason.passwordChanged': {
    ko: '비밀번호를 변경했습니다. 새 비밀번호로 로그인해 주세요.',
    en: 'Your password was changed. Log in with the new one.',
  },
  'login.reason.changeOver': {
    ko: '비밀번호를 변경할 수 있는 시간이 지났습니다. 다시 로그인해 주세요.',
    en: 'The time to change the password has expired. Log in again.',
  },
  'role.ADMIN': { ko: '관리자', en: 'Admin' },
  'role.STAFF': { ko: '직원', en: 'Staff' },
  'groupType.HEAD_OFFICE': { ko: '본사', en: 'Head office' },
  'groupType.DAEDONG': { ko: '대동', en: 'Daedong' },
  'groupType.KIOTI': { ko: '카이오티', en: 'KIOTI' },
  'groupType.SERVICE_BUSINESS': { ko: '서비스사업팀', en: 'Service business team' },
  'groupType.PRODUCTION': { ko: '생산', en: 'Production' },
  'groupType.BIZ': { ko: 'Biz 본부', en: 'Biz division' },
  'groupType.CUSTOMER_BIZ': { ko: '고객 Biz', en: 'Customer Biz' },
  'groupType.SALES': { ko: '영업', en: 'Sales' },
  'groupType.DOMESTIC_SALES_HQ': { ko: '국내영업본부', en: 'Domestic sales HQ' },
  'groupType.RSM_BUSINESS': { ko: 'RSM 사업팀', en: 'RSM and business team' },
  'groupType.TSM': { ko: 'TSM', en: 'TSM' },
  'groupType.REGION': { ko: '지역본부', en: 'Region' },
  'groupType.AGENCY': { ko: '대리점', en: 'Agency' },
  'groupType.DEALER': { ko: '딜러', en: 'Dealer' },
} satisfies Messages;
