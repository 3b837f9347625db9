import { notices } from '@headland/contracts/notice';
import type { RecordScreens } from '../../ui/records/record-screens';

export const noticeScreens = {
  kind: 'notice',
  endpoints: notices,
  list: '/notice',
  detail: '/noticeDetail',
  register: '/noticeRegi',
  edit: '/noticeRegi',
} as const satisfies RecordScreens;
