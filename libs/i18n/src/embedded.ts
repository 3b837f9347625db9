import type { Messages } from './messages';

/** The frame of the pages in the app's web view. */
export const embedded = {
  'embedded.fromApp': { ko: '앱에서 이 페이지를 열어 주세요.', en: 'Open this page from the app.' },
  'embedded.language': { ko: '언어', en: 'Language' },
  'embedded.expired': {
    ko: '열람 시간이 지났습니다. 앱에서 다시 열어 주세요.',
    en: 'This page has expired. Open it from the app again.',
  },
  'embedded.notFound': { ko: '찾을 수 없습니다', en: 'Not found' },
  'embedded.retry': { ko: '다시 시도', en: 'Retry' },
  'embedded.loading': { ko: '불러오는 중', en: 'Loading' },
  'embedded.more': { ko: '더 보기', en: 'Load more' },
  'embedded.back': { ko: '뒤로', en: 'Back' },
  'embedded.offline': {
    ko: '서버에 연결할 수 없습니다. 인터넷 연결을 확인해 주세요.',
    en: 'The server cannot be reached. Please check your connection.',
  },
} satisfies Messages;
