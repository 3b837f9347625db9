import type { Messages } from './messages';

/** What a notification says, in the centre and in the messages that carry it out. */
export const notificationTexts = {
  'notification.sos.raised': { ko: 'SOS 발생: {type} · {place}', en: 'SOS raised: {type} · {place}' },
  'notification.sos.escalated': {
    ko: 'SOS 미확인, 상위 보고: {type} · {place} · 담당 {agency}',
    en: 'SOS not acknowledged, escalated to you: {type} · {place} · agency {agency}',
  },
  'notification.sos.assigned': {
    ko: 'SOS 담당자로 지정되었습니다: {type} · {place}',
    en: 'An SOS was assigned to you: {type} · {place}',
  },
  'notification.fault.occurred': {
    ko: '긴급 고장 발생: {code} {name} · {place}',
    en: 'Critical fault: {code} {name} · {place}',
  },
  'notification.fault.accepted': {
    ko: '고장 신고가 배정되었습니다: {code} {name} · 접수 {by}',
    en: 'A fault report was assigned to you: {code} {name} · accepted by {by}',
  },
  'notification.fault.withdrawn': {
    ko: '고장 신고가 다른 대리점으로 변경되었습니다: {code} {name}',
    en: 'A fault report was reassigned to another agency: {code} {name}',
  },
  'notification.fault.escalated': {
    ko: '고장 미접수, 상위 보고: {code} {name} · 담당 {agency}',
    en: 'Fault report not accepted in time, escalated to you: {code} {name} · agency {agency}',
  },
  'notification.watch.sos': {
    ko: '관심 차량 {model} {vin}: SOS 발생 ({type})',
    en: 'Watched vehicle {model} {vin}: SOS raised ({type})',
  },
  'notification.watch.fault': {
    ko: '관심 차량 {model} {vin}: 고장 {code} {name} ({severity})',
    en: 'Watched vehicle {model} {vin}: fault {code} {name} ({severity})',
  },
  'notification.watch.offline': {
    ko: '관심 차량 {model} {vin}: {hours}시간 이상 통신 없음',
    en: 'Watched vehicle {model} {vin}: no communication for {hours} h',
  },
  'notification.watch.online': {
    ko: '관심 차량 {model} {vin}: 통신 재개',
    en: 'Watched vehicle {model} {vin}: communicating again',
  },
  'notification.watch.imminent': {
    ko: '관심 차량 {model} {vin}: {item} 교체·점검 임박',
    en: 'Watched vehicle {model} {vin}: {item} is due soon',
  },
  'notification.watch.exceeded': {
    ko: '관심 차량 {model} {vin}: {item} 교체·점검 주기 초과',
    en: 'Watched vehicle {model} {vin}: {item} is overdue',
  },
  'notification.account.rights': {
    ko: '내 권한이 변경되었습니다: {changes} · 변경한 사람 {by}',
    en: 'Your permissions were changed: {changes} · by {by}',
  },
  'notification.account.rightsBySystem': {
    ko: '내 권한이 변경되었습니다: {changes}',
    en: 'Your permissions were changed: {changes}',
  },
  'notification.account.phone': {
    ko: '로그인 인증번호를 받는 전화번호가 변경되었습니다. 본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    en: 'The phone for your login codes was changed. If this was not you, contact your administrator at once.',
  },
  'notification.account.password': {
    ko: '비밀번호가 변경되었습니다. 본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    en: 'Your password was changed. If this was not you, contact your administrator at once.',
  },
  'notification.account.locked': {
    ko: '로그인을 5회 실패하여 5분간 로그인할 수 없습니다. 본인이 아니라면 비밀번호를 변경해 주세요.',
    en: 'Your login is disabled for 5 minutes after 5 failed attempts. If this was not you, change your password.',
  },
  'notification.account.expires': {
    ko: '비밀번호가 {days}일 뒤에 만료됩니다. 미리 변경해 주세요.',
    en: 'Your password expires in {days, plural, one {# day} other {# days}}. Change it before then.',
  },
  'notification.system.failed': {
    ko: '{matter} 메시지를 전달하지 못했습니다: {channel} · {to}',
    en: 'A message about {matter} could not be delivered: {channel} · {to}',
  },
  'notification.system.eventsLost': {
    ko: '데이터베이스가 이전 시점의 복제본으로 전환되어 {from}부터 {to}까지의 기록 약 {lost}건이 유실되었습니다. 그 사이의 SOS와 고장을 확인해 주세요.',
    en: 'The database was switched to an older replica: about {lost, plural, one {# event} other {# events}} between {from} and {to} {lost, plural, one {was} other {were}} lost. Check SOS and faults of that period.',
  },
  'notification.matter.sos': { ko: 'SOS', en: 'an SOS' },
  'notification.matter.fault': { ko: '고장 신고', en: 'a fault report' },
  'notification.channel.push': { ko: '푸시', en: 'push' },
  'notification.channel.sms': { ko: '문자', en: 'SMS' },
  'notification.channel.email': { ko: '이메일', en: 'email' },
  'notification.channel.app': { ko: '고객 앱', en: 'customer app' },
  'notification.channel.panel': { ko: '운전석 화면', en: 'driver’s panel' },
  'notification.newEmailTitle': {
    ko: '[Headland] 새 이메일 주소 확인',
    en: '[Headland] Confirm your new email address',
  },
  'notification.newEmail': {
    ko: '{name} 님, 안녕하세요.\n\n아래 링크를 열면 이 주소가 Headland 계정의 이메일이 됩니다. 링크는 하루 동안 한 번만 쓸 수 있습니다.\n\n{link}\n\n요청하지 않았다면 이 메일을 무시해 주세요.',
    en: 'Hello {name},\n\nopen the link below to confirm this email address for your Headland account. The link is valid for one day and can be used once.\n\n{link}\n\nIf you did not request this, ignore this email.',
  },
  'notification.oldEmailTitle': {
    ko: '[Headland] 이메일 주소가 변경되었습니다',
    en: '[Headland] Your email address was changed',
  },
  'notification.oldEmail': {
    ko: '{name} 님, 안녕하세요.\n\nHeadland 계정의 이메일이 {email}(으)로 변경되었습니다. 본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    en: 'Hello {name},\n\nthe email address of your Headland account is now {email}. If this was not you, contact your administrator at once.',
  },
} satisfies Messages;
