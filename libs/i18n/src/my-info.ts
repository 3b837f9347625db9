import type { Messages } from './messages';

/** The own account: facts and form, channels, sessions, the change of the password. */
export const myInfo = {
  'myInfo.title': { ko: '내 정보', en: 'My info' },
  'myInfo.account': { ko: '계정', en: 'Account' },
  'myInfo.id': { ko: '아이디', en: 'ID' },
  'myInfo.role': { ko: '역할', en: 'Role' },
  'myInfo.userType': { ko: '사용자 유형', en: 'User type' },
  'myInfo.organization': { ko: '조직', en: 'Organization' },
  'myInfo.lastLogin': { ko: '최근 로그인', en: 'Last login' },
  'myInfo.passwordUntil': { ko: '비밀번호 만료', en: 'Password expires' },
  'myInfo.personal': { ko: '개인 정보', en: 'Personal details' },
  'myInfo.name': { ko: '이름', en: 'Name' },
  'myInfo.email': { ko: '이메일', en: 'E-mail' },
  'myInfo.emailHelp': {
    ko: '바꾸면 새 주소로 링크를 보냅니다. 하루 안에 링크를 열어야 바뀝니다.',
    en: 'A new address gets a link. It counts once the link is opened, within a day.',
  },
  'myInfo.emailPending': {
    ko: '{email}(으)로 보낸 링크를 {until}까지 열어 주세요. 그때까지는 이전 주소를 씁니다.',
    en: 'Open the link sent to {email} by {until}. Until then the old address is used.',
  },
  'myInfo.emailConfirmed': { ko: '새 이메일 주소를 확인했습니다', en: 'The new e-mail address is confirmed' },
  'myInfo.country': { ko: '국가 번호', en: 'Country number' },
  'myInfo.phone': { ko: '휴대전화', en: 'Phone' },
  'myInfo.phoneConfirmed': {
    ko: '번호를 확인했습니다. 저장하면 바뀝니다.',
    en: 'The phone is confirmed. Save to change it.',
  },
  'myInfo.phoneHelp': { ko: '번호를 바꾸면 인증번호로 확인합니다.', en: 'A changed phone is confirmed by a code.' },
  'myInfo.postalCode': { ko: '우편번호', en: 'Postal code' },
  'myInfo.address': { ko: '주소', en: 'Address' },
  'myInfo.addressDetail': { ko: '상세 주소', en: 'Address detail' },
  'myInfo.units': { ko: '거리 단위', en: 'Distance' },
  'myInfo.language': { ko: '언어', en: 'Language' },
  'myInfo.languageHelp': { ko: '이메일과 문자의 언어이기도 합니다.', en: 'E-mails and texts are written in it, too.' },
  'myInfo.saved': { ko: '내 정보를 저장했습니다', en: 'My info is saved' },
  'myInfo.savedEmail': {
    ko: '저장했습니다. {email}(으)로 보낸 링크를 열어 주세요.',
    en: 'Saved. Open the link sent to {email}.',
  },
  'myInfo.failed': { ko: '정보를 변경하지 못했습니다', en: 'Information modification failed' },
  'myInfo.undo': { ko: '되돌리기', en: 'Undo changes' },

  'myInfo.channels': { ko: '알림 받는 방법', en: 'How you are told' },
  'myInfo.channelOf': { ko: '{kind} · {channel}', en: '{kind} by {channel}' },
  'myInfo.sosFixed': {
    ko: 'SOS는 사람이 다칠 수 있는 일이어서 화면 알림은 끌 수 없습니다.',
    en: 'An SOS may be about a life: in the app it cannot be turned off.',
  },
  'myInfo.noPushYet': {
    ko: '푸시는 아래에서 켠 브라우저로 갑니다. 아직 켠 곳이 없습니다.',
    en: 'Push goes to the browsers turned on below. There is none yet.',
  },

  'myInfo.sessions': { ko: '접속 중인 곳', en: 'Open sessions' },
  'myInfo.thisSession': { ko: '지금 접속', en: 'This session' },
  'myInfo.sessionSince': { ko: '{at} 로그인 · 최근 {seen}', en: 'Logged in {at} · last seen {seen}' },
  'myInfo.end': { ko: '끊기', en: 'End' },
  'myInfo.endOf': { ko: '{device} 끊기', en: 'End {device}' },
  'myInfo.endTitle': { ko: '{device}의 접속을 끊을까요?', en: 'End the session on {device}?' },
  'myInfo.endText': { ko: '그곳에서는 다시 로그인해야 합니다.', en: 'It has to log in again there.' },
  'myInfo.sessionEnded': { ko: '접속을 끊었습니다', en: 'The session has ended' },
  'agent.unknown': { ko: '알 수 없는 브라우저', en: 'Unknown browser' },
  'agent.on': { ko: '{system}의 {browser}', en: '{browser} on {system}' },

  'myPassword.text': {
    ko: '바꾸면 다른 곳의 접속은 모두 끊기고, 여기의 접속은 이어집니다.',
    en: 'Your other sessions end; this one goes on.',
  },
  'myPassword.former': { ko: '최근에 쓴 비밀번호 3개는 다시 쓸 수 없습니다.', en: 'None of your last 3 passwords.' },
  'myPassword.saved': {
    ko: '비밀번호를 바꿨습니다. 다른 곳의 접속은 끊겼습니다.',
    en: 'The password is changed. Your other sessions have ended.',
  },
  'myPassword.remind': {
    ko: '비밀번호가 {day}에 만료됩니다({n}일 남음). 그 뒤에는 바꾸기 전까지 아무 화면도 열 수 없습니다.',
    en: 'Your password expires on {day}, in {n, plural, one {# day} other {# days}}. After that nothing opens until it is changed.',
  },
  'myPassword.remindToday': { ko: '비밀번호가 오늘 만료됩니다.', en: 'Your password expires today.' },
  'myPassword.remindNow': { ko: '지금 변경', en: 'Change it now' },
  'myPassword.remindLater': { ko: '내일 다시 알림', en: 'Remind me tomorrow' },
} satisfies Messages;
