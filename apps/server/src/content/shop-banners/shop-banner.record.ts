import { shopBannerFields, shopBanners } from '@headland/contracts/shop-banner';
import { shopBannerListColumns } from '@headland/i18n/columns/shop-banners';
import type { RecordDefinition } from '../../platform/records/record';
import type { ShopState } from '../shop-base/shop-entry.entity';
import { saveShopImages, shopChanges, shopColumns, shopState } from '../shop-base/shop-record';
import { ShopBanner } from './shop-banner.entity';
import { shopBannerDetail, shopBannerList } from './shop-banner.reads';

export const shopBannerRecord: RecordDefinition<typeof shopBanners, ShopBanner, ShopState<ShopBanner>> = {
  ...{ endpoints: shopBanners, entity: ShopBanner, kind: 'shopBanner', screen: 'shopBanner', orderedWithin: 'all' },
  nameOf: ({ name }) => name,
  organizationOf: () => null,
  list: (_, filter, { today }) => shopBannerList(filter, today),
  detail: (tx, _, id, { today }) => shopBannerDetail(tx, id, today),
  export: { list: 'shopBanners', file: 'shopBanner', title: 'screen.shopBanner', columns: shopBannerListColumns },
  state: shopState('shopBanner'),
  prepare: (act, body, before) => shopColumns(act, body, before === null),
  related: saveShopImages('shopBanner'),
  changes: shopChanges(shopBannerFields),
};
