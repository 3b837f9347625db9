import { screensOf, type Screen } from './lib/screen';

const { list, detail, form } = screensOf('customerService');

export const customerServiceScreens: readonly Screen[] = [
  list('/notice', 'notice', () => import('./content/notices/notice-list.page'), 'NoticeListPage'),
  form('/noticeRegi', 'notice', () => import('./content/notices/notice-form.page'), 'NoticeFormPage'),
  detail('/noticeDetail', 'notice', () => import('./content/notices/notice-detail.page'), 'NoticeDetailPage'),
  list('/faq', 'faq', () => import('./content/faqs/faq-list.page'), 'FaqListPage'),
  form('/faqRegi', 'faq', () => import('./content/faqs/faq-form.page'), 'FaqFormPage'),
  detail('/faqDetail', 'faq', () => import('./content/faqs/faq-detail.page'), 'FaqDetailPage'),
  list('/post', 'post', () => import('./content/posts/post-list.page'), 'PostListPage'),
  form('/postRegi', 'post', () => import('./content/posts/post-form.page'), 'PostFormPage'),
  detail('/postDetail', 'post', () => import('./content/posts/post-detail.page'), 'PostDetailPage'),
];
