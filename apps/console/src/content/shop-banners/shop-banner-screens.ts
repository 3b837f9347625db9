import { shopBanners } from '@headland/contracts/shop-banner';
import type { RecordScreens } from '../../ui/records/record-screens';

export const shopBannerScreens = {
  kind: 'shopBanner',
  endpoints: shopBanners,
  list: '/shopBanner',
  detail: '/shopBanner',
  register: '/shopBannerModi',
  edit: '/shopBannerModi',
} as const satisfies RecordScreens;
