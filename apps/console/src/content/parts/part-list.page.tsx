import { categories } from '@headland/contracts/category';
import { type PartRow, parts } from '@headland/contracts/part';
import type { Display } from '@headland/contracts/posting';
import { partListColumns } from '@headland/i18n/columns/parts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Eye, EyeOff, FileUp } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import type { Search } from '../../lib/search';
import { call, query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterNumbers } from '../../ui/filter-numbers';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { DisplayFilter } from '../../ui/posting/posting-filters';
import { NewRecord } from '../../ui/records/record-actions';
import { useReorder } from '../../ui/reorder';
import type { Column } from '../../ui/table';
import { toast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';
import { type List, useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { useUndo } from '../../ui/use-undo';
import { DisplayLabel } from '../content-parts/display-label';
import { PhoneCell } from '../content-parts/phone-cell';
import { useModelChoices } from '../shop-base/models-field';
import { ShopImage } from '../shop-base/shop-image';
import { useShopName } from '../shop-base/use-shop-name';
import { PartImportPage } from './part-import';
import { partScreens } from './part-screens';

/** The list, and the import: `?upload=new`, then `?upload=` the id of the file that was checked, so that it is found again. */
export function PartListPage() {
  const can = useCan();
  const { upload } = useSearch({ strict: false }) as Search;
  if (typeof upload !== 'string' || !can(parts.upload.allow)) return <Parts />;
  return <PartImportPage id={upload === 'new' ? null : upload} />;
}

function Parts() {
  const { t } = useI18n();
  const nameOf = useShopName();
  const can = useCan();
  const navigate = useNavigate();
  const list = useList(parts.list);
  const c = useListColumns(partListColumns);
  const reorder = useReorder({
    ...{ list, endpoint: parts.reorder, column: c.displayOrder },
    nameOf,
    groupOf: (r) => r.category.id,
  });
  const columns = useMemo(
    (): Column<PartRow>[] => [
      {
        key: 'cover',
        title: t('part.field.images'),
        width: '66px',
        exports: [],
        cell: (r) => <ShopImage image={r.cover} name={r.nameKo} />,
      },
      { ...c.code, cell: (r) => <span className="num">{r.code}</span> },
      { ...c.nameKo, identity: true, cell: (r) => <b>{r.nameKo}</b> },
      c.nameEn,
      c.category,
      c.price,
      {
        ...c.models,
        cell: (r) =>
          r.models.length === 0 ? (
            t('shop.allModels')
          ) : (
            <span title={r.models.map((m) => m.name).join(', ')}>{t('shop.nModels', { n: r.models.length })}</span>
          ),
      },
      reorder.column,
      c.display,
      { ...c.item, hidden: true },
      { ...c.url, hidden: true },
      c.registeredAt,
    ],
    [t, c, reorder.column],
  );
  const phone = useMemo(
    (): Column<PartRow>[] => [
      {
        ...c.nameKo,
        title: t('part.name'),
        cell: (r) => (
          <PhoneCell before={<ShopImage image={r.cover} name={r.nameKo} />} title={nameOf(r)}>
            <span>{r.code}</span> <span>{t('part.won', { n: r.price })}</span> <DisplayLabel display={r.display} />
          </PhoneCell>
        ),
      },
    ],
    [t, c, nameOf],
  );
  return (
    <ListPage<PartRow>
      title={t('screen.partDisplay')}
      list={list}
      exportAs="parts"
      actions={
        <>
          {can(parts.upload.allow) && (
            <Button
              icon={<FileUp size={15} />}
              onClick={() => void navigate({ to: '/partDisplay', search: { upload: 'new' } })}
            >
              {t('part.import')}
            </Button>
          )}
          <NewRecord screens={partScreens} />
        </>
      }
      to={(r) => toRecord('/partDisplay', r.id)}
      filters={<Filters list={list} />}
      table={{
        ...{ columns, phone, idOf: (r) => r.id, reorder },
        mark: (r) => (r.display === 'hidden' || r.category.display === 'hidden' ? 'quiet' : undefined),
      }}
      {...(can(parts.display.allow) ? { bulk: (picked: Picked<PartRow>) => <BulkDisplay picked={picked} /> } : {})}
      empty={{
        title: t('part.empty'),
        text: t('part.emptyText'),
        action: <NewRecord screens={partScreens} look="plain" />,
      }}
    />
  );
}

function Filters({ list: { filter: f, set, reset } }: { list: List<typeof parts.list> }) {
  const { t } = useI18n();
  const nameOf = useShopName();
  const { data: choices = [] } = useQuery(query(categories.choices));
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('part.name')} value={f.name} onApply={(name) => set({ name })} />
      <FilterText label={t('part.field.code')} value={f.code} onApply={(code) => set({ code })} width="130px" />
      <FilterMany
        label={t('part.field.category')}
        values={f.categoryId.map(String)}
        options={choices.map((c) => ({ value: String(c.id), label: nameOf(c) }))}
        onApply={(categoryId) => set({ categoryId })}
      />
      <FilterMany
        label={t('part.field.models')}
        values={f.modelId.map(String)}
        options={useModelChoices()}
        onApply={(modelId) => set({ modelId })}
      />
      <DisplayFilter value={f.display} onApply={(display) => set({ display })} />
      <FilterNumbers
        label={t('part.price')}
        from={f.priceFrom}
        to={f.priceTo}
        unit={t('part.unit')}
        onApply={({ from, to }) => set({ priceFrom: from, priceTo: to })}
      />
    </FilterBar>
  );
}

function BulkDisplay({ picked }: { picked: Picked<PartRow> }) {
  const { t } = useI18n();
  const undo = useUndo();
  /** what takes it back: those that were otherwise before */
  const back = useRef<{ ids: number[]; display: Display }>({ ids: [], display: 'shown' });
  const act = useAction(parts.display, {
    done: ({ changed }) => {
      picked.clear();
      const body = back.current;
      const said = t('part.toast.displayed', { n: changed });
      if (body.ids.length === 0) toast(said);
      else undo(said, () => call(parts.display, { body }));
    },
  });
  const run = (display: Display) => (): void => {
    const others = picked.rows.filter((r) => r.display !== display);
    back.current = { ids: others.map((r) => r.id), display: display === 'shown' ? 'hidden' : 'shown' };
    act.run({ body: { ids: [...picked.ids], display } });
  };
  return (
    <>
      <Button icon={<Eye size={15} />} busy={act.busy} onClick={run('shown')}>
        {t('part.show')}
      </Button>
      <Button icon={<EyeOff size={15} />} busy={act.busy} onClick={run('hidden')}>
        {t('part.hide')}
      </Button>
    </>
  );
}
