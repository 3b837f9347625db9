import { appStatuses, type CustomerRow, customers } from '@headland/contracts/customer';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { NewRecord, RemoveDialog } from '../../ui/records/record-actions';
import { toast } from '../../ui/toast';
import { type List, useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { useCustomerColumns } from './customer-columns';
import { customerScreens } from './customer-parts';
import { deletion } from './delete-customer';

/** Whoever owns machines, members of the app first. */
export function CustomerListPage() {
  const { t } = useI18n();
  const list = useList(customers.list);
  const { columns, phone } = useCustomerColumns();
  const mayDelete = useCan()(customers.delete.allow);
  return (
    <ListPage<CustomerRow>
      title={t('screen.customer')}
      list={list}
      exportAs="customers"
      askPurpose
      to={(r) => toRecord('/customerDetail', r.id)}
      actions={<Register />}
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature: signatureOf }}
      {...(mayDelete ? { bulk: (picked: Picked<CustomerRow>) => <DeletePicked picked={picked} /> } : {})}
      empty={{ title: t('customer.empty'), text: t('customer.emptyText'), action: <Register /> }}
    />
  );
}

const idOf = (r: CustomerRow): number => r.id;
/** Fields that another member may change meanwhile. */
const signatureOf = (r: CustomerRow): string =>
  [r.appStatus, r.appSince, r.vehicles, r.dealer?.id, r.requiredTerms].join(' ');

const Register = () => <NewRecord screens={customerScreens} icon={<UserPlus size={15} />} />;

/** One at a time: the dialog first shows what is deleted with a person. */
function DeletePicked({ picked }: { picked: Picked<CustomerRow> }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const [one] = picked.rows;
  const single = picked.rows.length === 1;
  const { data } = useQuery({ ...query(customers.get, { params: { id: one?.id ?? 0 } }), enabled: asking && single });
  return (
    <>
      <Button
        icon={<Trash2 size={15} />}
        disabled={!single}
        reason={single ? undefined : t('customer.deleteOne')}
        busy={asking && !data}
        onClick={() => setAsking(true)}
      >
        {t('customer.delete')}
      </Button>
      {asking && single && data && (
        <RemoveDialog
          {...deletion(t, data)}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            picked.clear();
          }}
        />
      )}
    </>
  );
}

function Filters({ list }: { list: List<typeof customers.list> }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  /** Hyphens do not count; too few digits would find half of all customers. */
  const byPhone = (typed: string | undefined): void => {
    const phone = typed?.replaceAll(/[\s-]/gu, '');
    if (customers.list.query.shape.phone.safeParse(phone).success) set({ phone });
    else toast(t('field.noBlk'), 'watch');
  };
  return (
    <FilterBar onReset={list.reset}>
      <FilterText
        label={t('customer.field.loginId')}
        value={f.loginId}
        onApply={(loginId) => set({ loginId })}
        width="130px"
      />
      <FilterText label={t('customer.field.name')} value={f.name} onApply={(name) => set({ name })} width="120px" />
      <FilterText
        label={t('customer.field.phone')}
        placeholder={t('customer.phoneEnd')}
        value={f.phone}
        inputMode="numeric"
        onApply={byPhone}
        width="230px"
      />
      <FilterSelect
        label={t('customer.appStatus')}
        value={f.appStatus === 'all' ? undefined : f.appStatus}
        options={appStatuses.map((value) => ({ value, label: t(`customer.app.${value}`) }))}
        onApply={(value) => set({ appStatus: appStatuses.find((s) => s === value) ?? 'all' })}
      />
      <FilterSelect
        label={t('customer.usesApp')}
        value={f.usesApp === undefined ? undefined : String(f.usesApp)}
        options={[
          { value: 'true', label: t('customer.yes') },
          { value: 'false', label: t('customer.no') },
        ]}
        onApply={(value) => set({ usesApp: value === 'true' || value === 'false' ? value : undefined })}
      />
      <FilterSelect
        label={t('customer.hasVehicle')}
        value={f.hasVehicle === undefined ? undefined : String(f.hasVehicle)}
        options={[
          { value: 'true', label: t('customer.yes') },
          { value: 'false', label: t('customer.no') },
        ]}
        onApply={(value) => set({ hasVehicle: value === 'true' || value === 'false' ? value : undefined })}
      />
      <OrganizationFilter
        label={t('customer.field.dealer')}
        value={f.dealerId}
        onApply={(dealerId) => set({ dealerId })}
      />
      <FilterDates label={t('customer.registeredAt')} of={customers.list.query} filter={f} onApply={set} />
    </FilterBar>
  );
}
