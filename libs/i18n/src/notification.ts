import type { Messages } from './messages';

/** The notification centre, the channels by which a member is told, and web push. */
export const notification = {
  'notification.kinds': { ko: '구분', en: 'Kind' },
  'notification.unreadOnly': { ko: '읽지 않음만', en: 'Unread only' },
  'notification.allRead': { ko: '모두 읽음으로 표시했습니다', en: 'All marked as read' },
  'notification.readAll': { ko: '모두 읽음', en: 'Mark all as read' },
  'notification.read': { ko: '읽음으로 표시', en: 'Mark as read' },
  'notification.unread': { ko: '읽지 않음', en: 'unread' },
  'notification.unreadCount': { ko: '{n}개 읽지 않음', en: '{n} unread' },
  'notification.grouped': { ko: '{n}건', en: '{n} events' },
  'notification.more': { ko: '더 보기', en: 'Load more' },
  'notification.kept': { ko: '알림은 90일 동안 보관합니다.', en: 'Notifications are kept for 90 days.' },
  'notification.empty': { ko: '알림이 없습니다', en: 'No notifications' },
  'notification.emptyText': {
    ko: 'SOS, 고장, 소모품 등의 알림이 표시됩니다. 받을 알림은 내 정보에서 설정합니다.',
    en: 'Notifications of SOS, faults, consumables and others are listed here. Choose the channels in My information.',
  },
  'notification.emptyUnread': { ko: '모두 읽었습니다', en: 'All read' },

  'notificationKind.sos': { ko: 'SOS', en: 'SOS' },
  'notificationKind.fault': { ko: '고장', en: 'Fault' },
  'notificationKind.consumable': { ko: '소모품', en: 'Consumable' },
  'notificationKind.watch': { ko: '관심 차량', en: 'Watched vehicles' },
  'notificationKind.transfer': { ko: '소유권 이전', en: 'Transfer' },
  'notificationKind.diagnosis': { ko: '원격 진단', en: 'Diagnosis' },
  'notificationKind.reprogramming': { ko: '리프로그램', en: 'Reprogramming' },
  'notificationKind.export': { ko: '내보내기 파일', en: 'Export ready' },
  'notificationKind.account': { ko: '계정', en: 'Account' },
  'notificationKind.system': { ko: '시스템', en: 'System' },
  'notificationChannel.inApp': { ko: '화면', en: 'In app' },
  'notificationChannel.push': { ko: '푸시', en: 'Push' },
  'notificationChannel.email': { ko: '이메일', en: 'Email' },
  'notificationChannel.sms': { ko: '문자', en: 'SMS' },

  'push.title': { ko: '푸시를 받는 브라우저', en: 'Browsers with push' },
  'push.turnOn': { ko: '이 브라우저에서 알림 켜기', en: 'Turn on notifications in this browser' },
  'push.turnedOn': { ko: '이 브라우저로 알림을 보냅니다', en: 'This browser now receives notifications' },
  'push.here': { ko: '이 브라우저', en: 'This browser' },
  'push.none': { ko: '푸시를 받는 브라우저가 없습니다.', en: 'No browser receives push yet.' },
  'push.since': { ko: '{day}부터 · 최근 알림 {last}', en: 'Since {day} · last push {last}' },
  'push.ended': { ko: '푸시를 껐습니다', en: 'Push turned off' },
  'push.endTitle': { ko: '{device}의 푸시를 끌까요?', en: 'Turn off push for {device}?' },
  'push.endText': {
    ko: '콘솔을 닫은 동안에는 해당 브라우저로 알림이 발송되지 않습니다. 언제든지 다시 켤 수 있습니다.',
    en: 'That browser no longer receives notifications while the console is closed. It can be turned on again at any time.',
  },
  'push.state.off': {
    ko: '콘솔을 닫아 두어도 이 브라우저로 알림을 받을 수 있습니다.',
    en: 'Get notifications in this browser even while the console is closed.',
  },
  'push.state.on': {
    ko: '이 브라우저로 알림을 보내고 있습니다. 로그아웃하면 꺼집니다.',
    en: 'This browser receives notifications. Logging out turns them off.',
  },
  'push.state.blocked': {
    ko: '브라우저가 이 사이트의 알림을 차단하고 있습니다. 주소 표시줄의 사이트 설정에서 알림을 허용한 뒤 다시 열어 주세요.',
    en: 'The browser blocks notifications of this site. Allow them in the site settings beside the address, then reopen this.',
  },
  'push.state.unsupported': {
    ko: '이 브라우저는 웹 푸시를 지원하지 않습니다. iPhone과 iPad에서는 홈 화면에 추가한 뒤 사용할 수 있습니다.',
    en: 'This browser does not support web push. On iPhone and iPad it works only after adding the site to the home screen.',
  },
  'push.state.insecure': {
    ko: '보안 연결(HTTPS)이 아니어서 브라우저가 푸시를 허용하지 않습니다.',
    en: 'The browser allows push only over a secure connection (HTTPS).',
  },
  'push.state.notConfigured': {
    ko: '이 서버에는 웹 푸시가 설정되어 있지 않습니다. 다른 방법의 알림은 정상적으로 발송됩니다.',
    en: 'Web push is not set up on this server. The other channels are not affected.',
  },
  'push.dismissed': {
    ko: '알림을 허용하지 않아 켜지 못했습니다.',
    en: 'Not turned on: notifications were not allowed.',
  },
  'push.failed': {
    ko: '브라우저의 푸시 서비스에 연결하지 못했습니다. 네트워크를 확인하고 다시 시도해 주세요.',
    en: 'The push service of this browser is not reachable. Check the network and try again.',
  },
} satisfies Messages;
