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
import { useInvalidate } from '../../ui/use-action';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { FormPage, FormPart } from '../../ui/form-page';
import { LeaveGuard } from '../../ui/leave-guard';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { Facts } from '../../ui/panel';
import { EmptyState, ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
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

/** `/customerVehicleModi/9`: sale, nickname and memo of vehicle 9. What was loaded stays below what one types: only Reload changes it. */
export function OwnedEditPage() {
  const { t } = useI18n();
  const list = useCustomerList();
  return (
    <WithRecord endpoint={customers.vehicle} list={{ ...list, missing: t('customer.vehicleMissing') }}>
      {(vehicle, refetch) => <Edit newest={vehicle} refetch={refetch} />}
    </WithRecord>
  );
}

/** To the page of the customer, past the question whether to leave what has just been saved. */
function useShow(customerId: number): (saved?: boolean) => void {
  const navigate = useNavigate();
  return (saved = false) =>
    void navigate({
      to: toRecord('/customerDetail', customerId),
      ignoreBlocker: saved,
      replace: saved,
    });
}

const typed = (text: string): boolean => text.trim().length >= 3;

function Registration({ customer }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  const show = useShow(customer.id);
  const invalidateCustomers = useInvalidate(customers.list);
  const invalidateSales = useInvalidate(sales.list);
  const nodes = useOrganizationNodes();
  const [found, setFound] = useState<UnsoldVehicle | null>(null);
  const schema = useMemo(() => ruled(AddVehicleBody, nodes, found), [nodes, found]);
  const form = useForm(schema, {
    vin: '',
    soldOn: dayText(serverNow()),
    dealerId: customer.dealer === null ? '' : String(customer.dealer.id),
    nickname: '',
    memo: '',
  });
  const [text, setText] = useState('');
  const { data: hits = none, isFetching } = useQuery({
    ...query(customers.unsold, { query: { text: typed(text) ? text.trim().slice(0, 17) : '---' } }),
    enabled: typed(text),
    placeholderData: keepPreviousData,
  });
  const save = (): void =>
    void form.submit(async (body) => {
      const { vin } = await call(customers.addVehicle, { params: { id: customer.id }, body });
      invalidateCustomers();
      invalidateSales();
      toast(t('customer.said.added', { vin }));
      show(true);
    });
  return (
    <FormPage title={t('customer.addVehicle')} under={customer.name} form={form} onSave={save} onCancel={() => show()}>
      {form.problem && <ErrorState compact error={form.problem} />}
      <FormPart title={t('customer.vehiclePart')}>
        <VinField
          field={form.field('vin')}
          hits={typed(text) ? hits : none}
          busy={isFetching}
          onFind={setText}
          onChoose={(vehicle) => {
            setFound(vehicle);
            form.set('vin', vehicle?.vin ?? '');
            // the one that has it sells it, until somebody says otherwise
            if (vehicle?.dealer) form.set('dealerId', String(vehicle.dealer.id));
          }}
        />
        {found && <Facts rows={machineFacts(t, found)} />}
      </FormPart>
      <SaleFields form={form} nodes={nodes} shippedOn={found?.shippedOn ?? null} help={t('customer.saleHelp')} />
      <LeaveGuard form={form} />
    </FormPage>
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

/** The schema of the server with the rules of a sale, so that the form says what the server would. What stood there before is not judged again. */
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

function Edit({ newest, refetch }: { newest: OwnedDetail; refetch: () => Promise<OwnedDetail | undefined> }) {
  const [start, setStart] = useState(newest);
  return (
    <EditForm
      key={start.version}
      start={start}
      newest={newest}
      onRefresh={() => void refetch()}
      onReload={() => void refetch().then((now) => now && setStart(now))}
    />
  );
}

interface EditProps {
  start: OwnedDetail;
  newest: OwnedDetail;
  onRefresh: () => void;
  onReload: () => void;
}
function EditForm({ start, newest, onRefresh: onLook, onReload }: EditProps) {
  const { t } = useI18n();
  const show = useShow(start.customer.id);
  const invalidateOwned = useInvalidate(customers.vehicle);
  const invalidateCustomers = useInvalidate(customers.list);
  const invalidateSales = useInvalidate(sales.list);
  const nodes = useOrganizationNodes();
  const schema = useMemo(() => ruled(ChangeOwnedBody, nodes, start, start), [nodes, start]);
  const form = useForm(schema, valuesOf(start));
  const save = (): void =>
    void form.submit(async (body) => {
      const { vin } = await call(customers.changeVehicle, { params: { id: start.id }, body });
      for (const invalidate of [invalidateOwned, invalidateCustomers, invalidateSales]) invalidate();
      toast(t('customer.said.vehicleChanged', { vin }));
      show(true);
    });
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  const theirs = valuesOf(newest);
  const shown = (name: keyof typeof saleLabels, v: OwnedValues): string =>
    name === 'dealerId' ? (nodes.find((n) => String(n.id) === v.dealerId)?.label ?? v.dealerId) : (v[name] ?? '');
  return (
    <FormPage title={start.vin} under={start.customer.name} form={form} onSave={save} onCancel={() => show()}>
      {changed && (
        <ChangedMeanwhile
          problem={changed}
          rows={(Object.keys(saleLabels) as (keyof typeof saleLabels)[]).map((name) => ({
            label: t(saleLabels[name]),
            now: shown(name, theirs),
            yours: shown(name, form.values),
          }))}
          onRefresh={onLook}
          onReload={onReload}
        />
      )}
      {form.problem && !changed && <ErrorState compact error={form.problem} />}
      <FormPart title={t('customer.vehiclePart')}>
        <Facts
          rows={[[t('customer.vin'), start.vin], ...machineFacts(t, start), [t('customer.owner'), start.customer.name]]}
        />
      </FormPart>
      <SaleFields form={form} nodes={nodes} shippedOn={start.shippedOn} />
      <LeaveGuard form={form} />
    </FormPage>
  );
}
