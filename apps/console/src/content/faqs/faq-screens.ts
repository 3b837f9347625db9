import { faqs } from '@headland/contracts/faq';
import type { RecordScreens } from '../../ui/records/record-screens';

export const faqScreens = {
  kind: 'faq',
  endpoints: faqs,
  list: '/faq',
  detail: '/faqDetail',
  register: '/faqRegi',
  edit: '/faqRegi',
} as const satisfies RecordScreens;
