import { type PostBody, posts } from '@headland/contracts/post';
import { postListColumns } from '@headland/i18n/columns/posts';
import type { RecordDefinition } from '../../platform/records/record';
import {
  contentChanges,
  contentOf,
  removeContent,
  saveContentImages,
  type WithImages,
} from '../content-base/content-record';
import { imagesOf } from '../content-base/content-images.tx';
import { Post } from './post.entity';
import { postDetail, postList } from './post.reads';

/** Posts of the app's board as records. */
export const postRecord: RecordDefinition<typeof posts, Post, Post & WithImages> = {
  endpoints: posts,
  entity: Post,
  kind: 'post',
  screen: 'post',
  nameOf: ({ title }) => title,
  organizationOf: () => null,
  list: (_, filter, { today }) => postList(filter, today),
  detail: (tx, _, id, { today }) => postDetail(tx, id, today),
  export: { list: 'posts', file: 'post', title: 'screen.post', columns: postListColumns },
  state: async (tx, row) => Object.assign(row, { images: await imagesOf(tx, 'post', row.id) }),
  prepare: ({ caller, now }, body: PostBody, before) =>
    Promise.resolve(contentOf(body, { caller, now, isNew: before === null })),
  related: ({ tx, caller }, id, body) => saveContentImages(tx, { kind: 'post', id, by: caller }, body),
  changes: (before, after) => contentChanges(['title', 'startOn', 'endOn', 'display'], before, after),
  remove: removeContent,
};
