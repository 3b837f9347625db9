import type { Messages } from './messages';

/** Notices, FAQ and posts in the app’s web view. */
export const appContent = {
  'appContent.notices': { ko: '공지사항', en: 'Notices' },
  'appContent.noNotices': { ko: '공지사항이 없습니다.', en: 'No notices.' },
  'appContent.noticeEnded': { ko: '종료된 공지사항입니다.', en: 'This notice has ended.' },
  'appContent.general': { ko: '일반', en: 'General' },
  'appContent.event': { ko: '이벤트', en: 'Event' },
  'appContent.new': { ko: 'NEW', en: 'NEW' },
  'appContent.toNotices': { ko: '공지사항 목록', en: 'All notices' },
} satisfies Messages;
