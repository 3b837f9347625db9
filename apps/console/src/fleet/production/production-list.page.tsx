import { models, modelTypes } from '@headland/contracts/model';
import { maxShipped, production, productionDates, type ProductionRow } from '@headland/contracts/production';
import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import type { Picked } from '../../ui/use-picked';
import { type List, useList } from '../../ui/use-list';
import { ShipDialog } from './ship-dialog';
import { useUnitColumns } from './unit-columns';

/** Every unit built; several at a time are shipped from here. */
export function ProductionListPage() {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(production.list);
  const { columns, phone } = useUnitColumns();
  return (
    <ListPage<ProductionRow>
      title={t('screen.production')}
      list={list}
      exportAs="production"
      to={(r) => toRecord('/productionDetail', r.id)}
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf: (r) => r.id, signature: signatureOf }}
      {...(can(production.ship.allow) ? { bulk: (picked: Picked<ProductionRow>) => <Ship picked={picked} /> } : {})}
      empty={{ title: t('production.empty'), text: t('production.emptyText') }}
    />
  );
}

/** Fields that another member may change meanwhile. */
const signatureOf = (r: ProductionRow): string =>
  [r.deviceId, r.deviceStatus, r.matchedOn, r.shippedOn, r.dealer?.id, r.soldOn].join(' ');

function Ship({ picked }: { picked: Picked<ProductionRow> }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const many = picked.ids.size > maxShipped;
  return (
    <>
      <Button
        icon={<PackageCheck size={15} />}
        disabled={many}
        {...(many ? { reason: t('production.shipMost', { n: maxShipped }) } : {})}
        onClick={() => setOpen(true)}
      >
        {t('production.ship')}
      </Button>
      {open && (
        <ShipDialog
          units={picked.rows}
          onClose={() => setOpen(false)}
          onShipped={() => {
            setOpen(false);
            picked.clear();
          }}
        />
      )}
    </>
  );
}

function Filters({ list }: { list: List<typeof production.list> }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  const { data: names = [] } = useQuery(query(models.names));
  const yesNo = (name: 'matched' | 'shipped' | 'sold') => (
    <FilterSelect
      label={t(`production.${name}`)}
      value={f[name] === undefined ? undefined : String(f[name])}
      options={[
        { value: 'true', label: t('production.yes') },
        { value: 'false', label: t('production.no') },
      ]}
      onApply={(value) => set({ [name]: value as 'true' | 'false' | undefined })}
    />
  );
  return (
    <FilterBar onReset={list.reset}>
      <FilterText label={t('production.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="160px" />
      <FilterMany
        label={t('production.model')}
        values={f.model}
        options={names.map((m) => ({ value: m.name, label: m.name }))}
        onApply={(model) => set({ model })}
      />
      <FilterSelect
        label={t('production.modelType')}
        value={f.modelType}
        options={modelTypes.map((value) => ({ value, label: t(`modelType.${value}`) }))}
        onApply={(value) => set({ modelType: modelTypes.find((type) => type === value) })}
      />
      <FilterText
        label={t('production.deviceId')}
        value={f.deviceId}
        onApply={(deviceId) => set({ deviceId })}
        width="150px"
      />
      {yesNo('matched')}
      {yesNo('shipped')}
      {yesNo('sold')}
      <OrganizationFilter label={t('production.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      <FilterSelect
        label={t('production.dateKind')}
        value={f.dateKind}
        options={productionDates.map((value) => ({ value, label: t(`production.${value}On`) }))}
        onApply={(value) => {
          const dateKind = productionDates.find((kind) => kind === value);
          set(dateKind === undefined ? { dateKind, from: undefined, to: undefined } : { dateKind });
        }}
      />
      {f.dateKind !== undefined && (
        <FilterDates label={t('production.period')} of={production.list.query} filter={f} onApply={set} />
      )}
    </FilterBar>
  );
}
