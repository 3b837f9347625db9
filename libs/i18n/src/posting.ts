import type { Messages } from './messages';

/** Posting and display of what the app shows: notices, posts, banners, categories, parts. */
export const posting = {
  'posting.label': { ko: '게시 기간', en: 'Publication period' },
  'posting.noLimit': { ko: '제한 없음', en: 'No limit' },
  'posting.dates': { ko: '기간 지정', en: 'Dates' },
  'posting.startOn': { ko: '게시 시작일', en: 'Publication start' },
  'posting.endOn': { ko: '게시 종료일', en: 'Publication end' },
  'posting.days': { ko: '게시일', en: 'Publication dates' },
  'posting.zone': {
    ko: '시작일 0시부터 종료일 24시까지 게시됩니다. ({zone})',
    en: 'Shown from 00:00 of the first day to 24:00 of the last ({zone}).',
  },
  'posting.state': { ko: '게시 상태', en: 'Publication status' },
  'posting.scheduled': { ko: '예정', en: 'Scheduled' },
  'posting.on': { ko: '게시 중', en: 'Published' },
  'posting.ended': { ko: '종료', en: 'Ended' },
  'display.label': { ko: '노출 여부', en: 'Display' },
  'display.shown': { ko: '노출', en: 'Shown' },
  'display.hidden': { ko: '미노출', en: 'Not shown' },
} satisfies Messages;
