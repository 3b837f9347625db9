import { parts } from '@headland/contracts/part';
import type { RecordScreens } from '../../ui/records/record-screens';

export const partScreens = {
  kind: 'part',
  endpoints: parts,
  list: '/partDisplay',
  detail: '/partDisplay',
  register: '/partDisplayModi',
  edit: '/partDisplayModi',
} as const satisfies RecordScreens;
