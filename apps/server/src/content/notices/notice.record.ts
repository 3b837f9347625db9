import { type NoticeBody, noticeFields, notices } from '@headland/contracts/notice';
import { pushAfter } from '@headland/domain/notice';
import { noticeListColumns } from '@headland/i18n/columns/notices';
import type { RecordDefinition } from '../../platform/records/record';
import {
  contentChanges,
  contentOf,
  removeContent,
  saveContentImages,
  type WithImages,
} from '../content-base/content-record';
import { imagesOf } from '../content-base/content-images.tx';
import { Notice } from './notice.entity';
import { noticeDetail, noticeList } from './notice.reads';
import { queueAgain } from './notice-push.tx';

export type NoticeState = Notice & WithImages;

/** Notices as records. A push that is asked for waits in the row until the notice is visible. */
export const noticeRecord: RecordDefinition<typeof notices, Notice, NoticeState> = {
  endpoints: notices,
  entity: Notice,
  kind: 'notice',
  screen: 'notice',
  nameOf: ({ title }) => title,
  organizationOf: () => null,
  list: (_, filter, { today }) => noticeList(filter, today),
  detail: (tx, _, id, { today }) => noticeDetail(tx, id, today),
  export: { list: 'notices', file: 'notice', title: 'screen.notice', columns: noticeListColumns },
  state: async (tx, row) => Object.assign(row, { images: await imagesOf(tx, 'notice', row.id) }),

  prepare({ caller, now }, body: NoticeBody, before) {
    const pushState = pushAfter(before?.pushState ?? 'none', body.push);
    return Promise.resolve({ ...contentOf(body, { caller, now, isNew: before === null }), pushState });
  },
  related: ({ tx, caller }, id, body) => saveContentImages(tx, { kind: 'notice', id, by: caller }, body),
  changes: (before, after) =>
    contentChanges([...noticeFields, 'startOn', 'endOn', 'display', 'pushState'], before, after),
  remove: removeContent,

  async after({ tx, now }, before, after) {
    if (before === null || after?.display !== 'shown') return;
    if (before.removedAt !== null || before.display !== 'shown') await queueAgain(tx, after, now);
  },
};
