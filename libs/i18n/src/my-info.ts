import type { Messages } from './messages';

/** The own account: facts and form, channels, sessions, the change of the password. */
export const myInfo = {
  'myInfo.title': { ko: '내 정보', en: 'My information' },
  'myInfo.account': { ko: '계정', en: 'Account' },
  'myInfo.id': { ko: '아이디', en: 'ID' },
  'myInfo.role': { ko: '역할', en: 'Role' },
  'myInfo.userType': { ko: '사용자 유형', en: 'User type' },
  'myInfo.organization': { ko: '조직', en: 'Organization' },
  'myInfo.lastLogin': { ko: '최근 로그인', en: 'Last login' },
  'myInfo.passwordUntil': { ko: '비밀번호 만료', en: 'Password expires' },
  'myInfo.personal': { ko: '개인 정보', en: 'Personal details' },
  'myInfo.name': { ko: '이름', en: 'Name' },
  'myInfo.email': { ko: '이메일', en: 'Email' },
  'myInfo.emailHelp': {
    ko: '변경하면 새 주소로 링크를 보냅니다. 하루 안에 링크를 열어야 변경됩니다.',
    en: 'A link is sent to a new address. The change takes effect when the link is opened within one day.',
  },
  'myInfo.emailPending': {
    ko: '{email}(으)로 보낸 링크를 {until}까지 열어 주세요. 그때까지는 이전 주소를 사용합니다.',
    en: 'Open the link sent to {email} by {until}. Until then the previous address is used.',
  },
  'myInfo.emailConfirmed': { ko: '새 이메일 주소를 확인했습니다', en: 'New email address confirmed' },
  'myInfo.country': { ko: '국가 번호', en: 'Country code' },
  'myInfo.phone': { ko: '전화번호', en: 'Phone' },
  'myInfo.phoneConfirmed': {
    ko: '전화번호를 인증했습니다. 저장하면 변경됩니다.',
    en: 'Phone verified. Save to change it.',
  },
  'myInfo.phoneHelp': {
    ko: '전화번호를 변경하려면 인증번호 확인이 필요합니다.',
    en: 'A new phone is verified by a code.',
  },
  'myInfo.postalCode': { ko: '우편번호', en: 'Postal code' },
  'myInfo.address': { ko: '주소', en: 'Address' },
  'myInfo.addressDetail': { ko: '상세 주소', en: 'Address detail' },
  'myInfo.units': { ko: '거리 단위', en: 'Distance unit' },
  'myInfo.language': { ko: '언어', en: 'Language' },
  'myInfo.languageHelp': { ko: '이메일과 문자에도 적용됩니다.', en: 'Also used for emails and SMS.' },
  'myInfo.saved': { ko: '내 정보를 저장했습니다', en: 'My information saved' },
  'myInfo.savedEmail': {
    ko: '저장했습니다. {email}(으)로 보낸 링크를 열어 주세요.',
    en: 'Saved. Open the link sent to {email}.',
  },
  'myInfo.failed': { ko: '정보를 변경하지 못했습니다', en: 'Information modification failed' },
  'myInfo.undo': { ko: '변경 취소', en: 'Undo changes' },

  'myInfo.channels': { ko: '알림 수신 방법', en: 'Notification channels' },
  'myInfo.channelOf': { ko: '{kind} · {channel}', en: '{kind} by {channel}' },
  'myInfo.sosFixed': {
    ko: 'SOS는 인명과 관련될 수 있어 화면 알림을 끌 수 없습니다.',
    en: 'SOS notifications in the app cannot be turned off, since lives may be at risk.',
  },
  'myInfo.noPushYet': {
    ko: '푸시는 아래에서 켠 브라우저로 발송됩니다. 켜진 브라우저가 없습니다.',
    en: 'Push messages are sent to the browsers turned on below. There are none yet.',
  },

  'myInfo.sessions': { ko: '접속 중인 기기', en: 'Active sessions' },
  'myInfo.thisSession': { ko: '현재 접속', en: 'This session' },
  'myInfo.sessionSince': { ko: '{at} 로그인 · 최근 사용 {seen}', en: 'Logged in {at} · last active {seen}' },
  'myInfo.end': { ko: '접속 종료', en: 'End' },
  'myInfo.endOf': { ko: '{device} 접속 종료', en: 'End {device}' },
  'myInfo.endTitle': { ko: '{device} 접속을 종료할까요?', en: 'End the session on {device}?' },
  'myInfo.endText': { ko: '해당 기기에서는 다시 로그인해야 합니다.', en: 'That device has to log in again.' },
  'myInfo.sessionEnded': { ko: '접속을 종료했습니다', en: 'Session ended' },
  'agent.unknown': { ko: '알 수 없는 브라우저', en: 'Unknown browser' },
  'agent.on': { ko: '{system}의 {browser}', en: '{browser} on {system}' },

  'myPassword.text': {
    ko: '변경하면 다른 기기의 접속은 모두 종료되고, 현재 접속은 유지됩니다.',
    en: 'Your other sessions end; this one continues.',
  },
  'myPassword.former': {
    ko: '최근에 사용한 비밀번호 3개는 다시 사용할 수 없습니다.',
    en: 'Your last 3 passwords cannot be reused.',
  },
  'myPassword.saved': {
    ko: '비밀번호를 변경했습니다. 다른 기기의 접속이 종료되었습니다.',
    en: 'Password changed. Your other sessions have ended.',
  },
  'myPassword.remind': {
    ko: '비밀번호가 {day}에 만료됩니다({n}일 남음). 만료 후에는 변경하기 전까지 콘솔을 사용할 수 없습니다.',
    en: 'Your password expires on {day}, in {n, plural, one {# day} other {# days}}. After that the console cannot be used until it is changed.',
  },
  'myPassword.remindToday': { ko: '비밀번호가 오늘 만료됩니다.', en: 'Your password expires today.' },
  'myPassword.remindNow': { ko: '지금 변경', en: 'Change now' },
  'myPassword.remindLater': { ko: '내일 다시 알림', en: 'Remind me tomorrow' },
} satisfies Messages;
