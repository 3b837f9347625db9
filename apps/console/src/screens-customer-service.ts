import { screensOf, type Screen } from './lib/screen';

const { list, detail, form } = screensOf('customerService');

export const customerServiceScreens: readonly Screen[] = [
  list('/notice', 'notice', () => import('./content/notices/notice-list.page'), 'NoticeListPage'),
  form('/noticeRegi', 'notice', () => import('./content/notices/notice-form.page'), 'NoticeFormPage'),
  detail('/noticeDetail', 'notice', () => import('./content/notices/notice-detail.page'), 'NoticeDetailPage'),
];
