import { categories } from '@headland/contracts/category';
import type { RecordScreens } from '../../ui/records/record-screens';

export const categoryScreens = {
  kind: 'category',
  endpoints: categories,
  list: '/category',
  detail: '/category',
  register: '/categoryModi',
  edit: '/categoryModi',
} as const satisfies RecordScreens;
