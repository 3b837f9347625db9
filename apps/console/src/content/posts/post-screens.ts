import { posts } from '@headland/contracts/post';
import type { RecordScreens } from '../../ui/records/record-screens';

export const postScreens = {
  kind: 'post',
  endpoints: posts,
  list: '/post',
  detail: '/postDetail',
  register: '/postRegi',
  edit: '/postRegi',
} as const satisfies RecordScreens;
