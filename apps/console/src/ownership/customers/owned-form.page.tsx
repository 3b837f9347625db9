import {
  AddVehicleBody,
  ChangeOwnedBody,
  type CustomerDetail,
  customers,
  type OwnedDetail,
  type UnsoldVehicle,
} from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import { saleErrors } from '@headland/domain/sale';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { serverNow } from '../../lib/clock';
import { useI18n, type I18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { FormPart } from '../../ui/form-page';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { Facts } from '../../ui/panel';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { afterSave, useRecordForm } from '../../ui/records/use-record-form';
import { EmptyState } from '../../ui/states';
import { WithRecord } from '../../ui/with-record';
import { useCustomerList } from './customer-parts';
import { type OwnedValues, SaleFields, saleLabels, VinField } from './owned-fields';

/** `/customerVehicleRegi/7`: an unsold vehicle becomes customer 7's. */
export function OwnedRegistrationPage() {
  const { t } = useI18n();
  const list = useCustomerList();
  return (
    <WithRecord endpoint={customers.get} list={list}>
      {(customer) =>
        customer.appStatus === 'withdrawn' ? (
          <EmptyState title={t('error.CUSTOMER_WITHDRAWN')} />
        ) : (
          <Registration key={customer.id} customer={customer} />
        )
      }
    </WithRecord>
  );
}

/** `/customerVehicleModi/9`: sale, nickname and memo of vehicle 9. */
export function OwnedEditPage() {
  const { t } = useI18n();
  const list = useCustomerList();
  return (
    <WithRecord endpoint={customers.vehicle} list={{ ...list, missing: t('customer.vehicleMissing') }} fresh>
      {(vehicle, refetch) => (
        <RecordEdit newest={vehicle} refetch={refetch}>
          {(record) => <Edit {...record} />}
        </RecordEdit>
      )}
    </WithRecord>
  );
}

/** What is read again: a sale changes its vehicle, the list of customers and the list of sales. */
const invalidates = [customers.vehicle, customers.list, sales.list];

const typed = (text: string): boolean => text.trim().length >= 3;

function Registration({ customer }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const to = toRecord('/customerDetail', customer.id);
  const nodes = useOrganizationNodes();
  const [found, setFound] = useState<UnsoldVehicle | null>(null);
  const schema = useMemo(() => ruled(AddVehicleBody, nodes, found), [nodes, found]);
  const form = useRecordForm({
    schema,
    start: {
      vin: '',
      soldOn: dayText(serverNow()),
      dealerId: customer.dealer === null ? '' : String(customer.dealer.id),
      nickname: '',
      memo: '',
    },
    send: (body) => call(customers.addVehicle, { params: { id: customer.id }, body }),
    invalidates,
    toastText: ({ vin }) => t('customer.toast.added', { vin }),
    done: () => void navigate({ to, ...afterSave }),
  });
  const [text, setText] = useState('');
  const { data: hits = none, isFetching } = useQuery({
    ...query(customers.unsold, { query: { text: typed(text) ? text.trim().slice(0, 17) : '---' } }),
    enabled: typed(text),
    placeholderData: keepPreviousData,
  });
  return (
    <RecordFormPage
      form={form}
      title={t('customer.addVehicle')}
      under={customer.name}
      onCancel={() => void navigate({ to })}
    >
      <FormPart title={t('customer.vehiclePart')}>
        <VinField
          field={form.field('vin')}
          hits={typed(text) ? hits : none}
          busy={isFetching}
          onFind={setText}
          onChoose={(vehicle) => {
            setFound(vehicle);
            form.set('vin', vehicle?.vin ?? '');
            // the present dealer is the seller, unless another is chosen
            if (vehicle?.dealer) form.set('dealerId', String(vehicle.dealer.id));
          }}
        />
        {found && <Facts rows={machineFacts(t, found)} />}
      </FormPart>
      <SaleFields form={form} nodes={nodes} shippedOn={found?.shippedOn ?? null} help={t('customer.saleHelp')} />
    </RecordFormPage>
  );
}
const none: never[] = [];

const machineFacts = (
  t: I18n['t'],
  v: { model: string; dealer: { name: string } | null; deviceId: string | null; shippedOn: string | null },
) =>
  [
    [t('customer.model'), v.model],
    [t('customer.field.dealer'), v.dealer?.name ?? '–'],
    [t('customer.deviceId'), v.deviceId ?? '–'],
    [t('customer.shippedOn'), v.shippedOn ?? '–'],
  ] as const;

/** The schema of the server with the rules of a sale, so that the form shows the server's errors. Unchanged values are not validated again. */
function ruled<S extends z.ZodType<{ soldOn: string; dealerId: number }>>(
  schema: S,
  nodes: ReturnType<typeof useOrganizationNodes>,
  vehicle: { shippedOn: string | null } | null,
  before?: { soldOn: string | null; dealer: { id: number } },
): S {
  return schema.superRefine((body, ctx) => {
    const dealerType = nodes.find((n) => n.id === body.dealerId)?.type ?? null;
    const errors = saleErrors(body, { shippedOn: vehicle?.shippedOn ?? null, dealerType, today: dayText(serverNow()) });
    if (before?.soldOn === body.soldOn) delete errors.soldOn;
    // one that is not in the tree (yet) is the server's to judge
    if (dealerType === null || before?.dealer.id === body.dealerId) delete errors.dealerId;
    for (const [path, message] of Object.entries(errors)) ctx.addIssue({ code: 'custom', path: [path], message });
  });
}

const valuesOf = (v: OwnedDetail): OwnedValues => ({
  version: String(v.version),
  vin: v.vin,
  soldOn: v.soldOn ?? '',
  dealerId: String(v.dealer.id),
  nickname: v.nickname ?? '',
  memo: v.memo,
});

const saleFields = Object.keys(saleLabels) as (keyof typeof saleLabels)[];

function Edit({ start, newest, refresh, reload }: RecordState<OwnedDetail>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const to = toRecord('/customerDetail', start.customer.id);
  const nodes = useOrganizationNodes();
  const schema = useMemo(() => ruled(ChangeOwnedBody, nodes, start, start), [nodes, start]);
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: saleFields,
        label: (name) => t(saleLabels[name]),
        now: valuesOf(newest),
        text: (name, value) =>
          name === 'dealerId' ? (nodes.find((n) => String(n.id) === value)?.label ?? value) : value,
      }),
    },
    send: (body) => call(customers.changeVehicle, { params: { id: start.id }, body }),
    invalidates,
    toastText: ({ vin }) => t('customer.toast.vehicleChanged', { vin }),
    done: () => void navigate({ to, ...afterSave }),
  });
  return (
    <RecordFormPage form={form} title={start.vin} under={start.customer.name} onCancel={() => void navigate({ to })}>
      <FormPart title={t('customer.vehiclePart')}>
        <Facts
          rows={[[t('customer.vin'), start.vin], ...machineFacts(t, start), [t('customer.owner'), start.customer.name]]}
        />
      </FormPart>
      <SaleFields form={form} nodes={nodes} shippedOn={start.shippedOn} />
    </RecordFormPage>
  );
}
