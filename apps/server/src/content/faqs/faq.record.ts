import { type FaqBody, faqFields, faqs } from '@headland/contracts/faq';
import { faqListColumns } from '@headland/i18n/columns/faqs';
import type { RecordDefinition } from '../../platform/records/record';
import {
  contentChanges,
  contentOf,
  removeContent,
  saveContentImages,
  type WithImages,
} from '../content-base/content-record';
import { imagesOf } from '../content-base/content-images.tx';
import { Faq } from './faq.entity';
import { faqDetail, faqList } from './faq.reads';

/** Frequently asked questions as records, ordered within their category. */
export const faqRecord: RecordDefinition<typeof faqs, Faq, Faq & WithImages> = {
  endpoints: faqs,
  entity: Faq,
  kind: 'faq',
  screen: 'faq',
  orderedWithin: 'category',
  nameOf: ({ title }) => title,
  organizationOf: () => null,
  list: (_, filter) => faqList(filter),
  detail: (tx, _, id) => faqDetail(tx, id),
  export: { list: 'faqs', file: 'faq', title: 'screen.faq', columns: faqListColumns },
  state: async (tx, row) => Object.assign(row, { images: await imagesOf(tx, 'faq', row.id) }),
  prepare: ({ caller, now }, body: FaqBody, before) =>
    Promise.resolve(contentOf(body, { caller, now, isNew: before === null })),
  related: ({ tx, caller }, id, body) => saveContentImages(tx, { kind: 'faq', id, by: caller }, body),
  changes: (before, after) => contentChanges([...faqFields], before, after),
  remove: removeContent,
};
