import { categories, type CategoryRow } from '@headland/contracts/category';
import { categoryListColumns } from '@headland/i18n/columns/categories';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { FilterBar, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { DisplayFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import { useReorder } from '../../ui/reorder';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { DisplayLabel } from '../content-parts/display-label';
import { PhoneCell } from '../content-parts/phone-cell';
import { ShopImage } from '../shop-base/shop-image';
import { useShopName } from '../shop-base/use-shop-name';
import { categoryScreens } from './category-screens';

export function CategoryListPage() {
  const { t } = useI18n();
  const list = useList(categories.list);
  const c = useListColumns(categoryListColumns);
  const nameOf = useShopName();
  const reorder = useReorder({ list, endpoint: categories.reorder, column: c.displayOrder, nameOf });
  const columns = useMemo(
    (): Column<CategoryRow>[] => [
      {
        key: 'cover',
        title: t('category.field.images'),
        width: '66px',
        exports: [],
        cell: (r) => <ShopImage image={r.cover} name={r.nameKo} />,
      },
      { ...c.nameKo, identity: true, cell: (r) => <b>{r.nameKo}</b> },
      c.nameEn,
      c.key,
      reorder.column,
      c.products,
      c.display,
      { ...c.models, hidden: true },
      { ...c.url, hidden: true },
      c.registeredAt,
    ],
    [t, c, reorder.column],
  );
  const phone = useMemo(
    (): Column<CategoryRow>[] => [
      {
        ...c.nameKo,
        title: t('category.name'),
        cell: (r) => (
          <PhoneCell before={<ShopImage image={r.cover} name={r.nameKo} />} title={nameOf(r)}>
            <span>{t('category.toParts', { n: r.products })}</span> <DisplayLabel display={r.display} />
          </PhoneCell>
        ),
      },
    ],
    [t, c, nameOf],
  );
  return (
    <ListPage<CategoryRow>
      title={t('screen.category')}
      list={list}
      exportAs="categories"
      actions={<NewRecord screens={categoryScreens} />}
      to={(r) => toRecord('/category', r.id)}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterText label={t('category.name')} value={list.filter.name} onApply={(name) => list.set({ name })} />
          <DisplayFilter value={list.filter.display} onApply={(display) => list.set({ display })} />
        </FilterBar>
      }
      table={{
        columns,
        phone,
        idOf: (r) => r.id,
        reorder,
        mark: (r) => (r.display === 'hidden' ? 'quiet' : undefined),
      }}
      empty={{
        title: t('category.empty'),
        text: t('category.emptyText'),
        action: <NewRecord screens={categoryScreens} look="plain" />,
      }}
    />
  );
}
