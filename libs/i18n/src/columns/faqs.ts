import type { faqs } from '@headland/contracts/faq';
import type { ColumnsOf } from './list-column';

export const faqListColumns = [
  {
    key: 'category',
    title: 'faq.field.category',
    kind: 'text',
    sort: 'category',
    value: (r, c) => c.t(`faqCategory.${r.category}`),
  },
  { key: 'title', title: 'faq.field.title', kind: 'text', sort: 'title', width: 50, value: (r) => r.title },
  {
    key: 'displayOrder',
    title: 'faq.field.displayOrder',
    kind: 'number',
    sort: 'displayOrder',
    value: (r) => r.displayOrder,
  },
  { key: 'display', title: 'display.label', kind: 'text', value: (r, c) => c.t(`display.${r.display}`) },
  { key: 'views', title: 'content.views', kind: 'number', value: (r) => r.views },
  { key: 'registrant', title: 'content.registrant', kind: 'text', value: (r) => r.registrant },
  {
    key: 'registeredAt',
    title: 'content.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof faqs.list>;
