import { type ShopBannerRow, shopBanners } from '@headland/contracts/shop-banner';
import { shopBannerListColumns } from '@headland/i18n/columns/shop-banners';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { FilterBar, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { PostingChip, PostingDays } from '../../ui/posting/posting-chip';
import { DisplayFilter, PostingStateFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import { useReorder } from '../../ui/reorder';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { PhoneCell } from '../content-parts/phone-cell';
import { ShopImage } from '../shop-base/shop-image';
import { shopBannerScreens } from './shop-banner-screens';

export function ShopBannerListPage() {
  const { t } = useI18n();
  const list = useList(shopBanners.list);
  const { filter: f, set } = list;
  const c = useListColumns(shopBannerListColumns);
  const reorder = useReorder({ list, endpoint: shopBanners.reorder, column: c.displayOrder, nameOf: (r) => r.name });
  const columns = useMemo(
    (): Column<ShopBannerRow>[] => [
      {
        key: 'cover',
        title: t('shopBanner.field.images'),
        width: '66px',
        exports: [],
        cell: (r) => <ShopImage image={r.cover} name={r.name} />,
      },
      { ...c.name, identity: true, cell: (r) => <b>{r.name}</b> },
      c.url,
      { ...c.startOn, title: t('posting.days'), exports: ['startOn', 'endOn'], cell: (r) => <PostingDays of={r} /> },
      reorder.column,
      { ...c.display, exports: ['state', 'display'], cell: (r) => <PostingChip of={r} /> },
      { ...c.models, hidden: true },
      c.registeredBy,
      c.registeredAt,
    ],
    [t, c, reorder.column],
  );
  const phone = useMemo(
    (): Column<ShopBannerRow>[] => [
      {
        ...c.name,
        cell: (r) => (
          <PhoneCell before={<ShopImage image={r.cover} name={r.name} />} title={r.name}>
            <PostingChip of={r} /> <PostingDays of={r} />
          </PhoneCell>
        ),
      },
    ],
    [c],
  );
  return (
    <ListPage<ShopBannerRow>
      title={t('screen.shopBanner')}
      list={list}
      exportAs="shopBanners"
      actions={<NewRecord screens={shopBannerScreens} />}
      to={(r) => toRecord('/shopBanner', r.id)}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterText label={t('shopBanner.field.name')} value={f.name} onApply={(name) => set({ name })} />
          <PostingStateFilter value={f.state} onApply={(state) => set({ state })} />
          <DisplayFilter value={f.display} onApply={(display) => set({ display })} />
        </FilterBar>
      }
      table={{
        ...{ columns, phone, idOf: (r) => r.id, reorder },
        mark: (r) => (r.display === 'hidden' || r.state === 'ended' ? 'quiet' : undefined),
      }}
      empty={{
        title: t('shopBanner.empty'),
        text: t('shopBanner.emptyText'),
        action: <NewRecord screens={shopBannerScreens} look="plain" />,
      }}
    />
  );
}
