import { models } from '@headland/contracts/model';
import { sales, saleStates, type SaleRow } from '@headland/contracts/sale';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { type List, useList } from '../../ui/use-list';
import { useSaleColumns } from './sale-columns';
import { SaleTemplate, Upload } from './upload';

/** Every vehicle with its sale, and the bulk upload: `?upload=new`, then `?upload=` the number of the one that is being checked, so that it is found again. */
export function SaleListPage() {
  const can = useCan();
  const { upload } = useSearch({ strict: false }) as Search;
  if (typeof upload !== 'string' || !can(sales.upload.allow)) return <Sales />;
  return <Upload id={/^[1-9]\d{0,8}$/u.test(upload) ? Number(upload) : null} />;
}

function Sales() {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const list = useList(sales.list);
  const { columns, phone } = useSaleColumns();
  return (
    <ListPage<SaleRow>
      title={t('screen.sale')}
      list={list}
      exportAs="sales"
      to={(r) => toRecord('/saleDetail', r.id)}
      actions={
        <>
          <SaleTemplate />
          {can(sales.upload.allow) && (
            <Button
              kind="primary"
              icon={<FileUp size={15} />}
              onClick={() => void navigate({ to: '/sale', search: { upload: 'new' } })}
            >
              {t('sale.upload')}
            </Button>
          )}
        </>
      }
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature: signatureOf }}
      empty={{ title: t('sale.empty'), text: t('sale.emptyText') }}
    />
  );
}

const idOf = (r: SaleRow): number => r.id;
/** Fields that another member may change meanwhile. */
const signatureOf = (r: SaleRow): string => [r.soldOn, r.dealer?.id, r.customer?.id].join(' ');

function Filters({ list }: { list: List<typeof sales.list> }) {
  const { t } = useI18n();
  const can = useCan();
  const { filter: f, set } = list;
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={list.reset}>
      <FilterText label={t('sale.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="190px" />
      <FilterMany
        label={t('sale.model')}
        values={f.model}
        options={names.map((m) => ({ value: m.name, label: m.name }))}
        onApply={(model) => set({ model })}
      />
      <OrganizationFilter label={t('sale.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      {can('customer:R') && (
        <FilterText
          label={t('sale.customer')}
          value={f.customer}
          onApply={(customer) => set({ customer })}
          width="140px"
        />
      )}
      <FilterSelect
        label={t('sale.state')}
        value={f.state}
        options={saleStates.map((value) => ({ value, label: t(`sale.state.${value}`) }))}
        onApply={(value) => set({ state: saleStates.find((s) => s === value) })}
      />
      <FilterDates label={t('sale.soldOn')} of={sales.list.query} filter={f} onApply={set} />
    </FilterBar>
  );
}
