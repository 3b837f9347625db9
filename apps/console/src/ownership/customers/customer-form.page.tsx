import { type CustomerDetail, customers, type Person } from '@headland/contracts/customer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { useInvalidate } from '../../ui/use-action';
import { call, query } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { FormPage } from '../../ui/form-page';
import { LeaveGuard } from '../../ui/leave-guard';
import { useIdCheck } from '../../ui/login-id-field';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { WithRecord } from '../../ui/with-record';
import { CustomerFields } from './customer-fields';
import { useCustomerList } from './customer-parts';
import { differences, formOf, newCustomer, valuesOf } from './customer-values';

/** `/customerRegi/0` registers a customer, `/customerRegi/7` edits customer 7. */
export function CustomerFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useCustomerList();
  if (number === '0') return <Registration />;
  return (
    <WithRecord endpoint={customers.get} list={list}>
      {(customer, refetchCustomer) => <InFull key={customer.id} customer={customer} refetch={refetchCustomer} />}
    </WithRecord>
  );
}

const isFree = (loginId: string) => call(customers.idFree, { query: { loginId } });

/** To the page of a customer, past the question whether to leave what has just been saved. */
function useShow(): (id: number, saved?: boolean) => void {
  const navigate = useNavigate();
  return (id, saved = false) =>
    void navigate({
      to: toRecord('/customerDetail', id),
      ignoreBlocker: saved,
      replace: saved,
    });
}

function Registration() {
  const nodes = useOrganizationNodes();
  // who works at the one dealer in sight registers for it
  const [only] = nodes.length === 1 ? nodes : [];
  return <RegistrationForm key={only?.id} dealerId={only === undefined ? '' : String(only.id)} />;
}

function RegistrationForm({ dealerId }: { dealerId: string }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const invalidate = useInvalidate(customers.list);
  const show = useShow();
  const [start] = useState(() => newCustomer(dealerId));
  const checked = useRef(false);
  const schema = useMemo(
    () => formOf([], { today: dayText(serverNow()), isNew: true, idChecked: () => checked.current }),
    [],
  );
  const form = useForm(schema, start);
  const idCheck = useIdCheck(form.values.loginId, isFree);
  const save = (): void => {
    checked.current = idCheck.free;
    void form.submit(async (body) => {
      const made = await call(customers.create, { body: body as never });
      invalidate();
      toast(t('customer.said.created', { name: body.name }));
      show(made.id, true);
    });
  };
  return (
    <FormPage title={t('customer.new')} form={form} onSave={save} onCancel={() => void navigate({ to: '/customer' })}>
      {form.problem && form.problem.code !== 'CUSTOMER_PHONE_TAKEN' && <ErrorState compact error={form.problem} />}
      <CustomerFields form={form} idCheck={idCheck} idFixed={false} inApp={false} answers={[]} />
      <LeaveGuard form={form} />
    </FormPage>
  );
}

interface Loaded {
  customer: CustomerDetail;
  person: Person;
}
/** Editing is looking in full, which is recorded. What was loaded stays below what one types: later reads change neither, only Reload does. */
function InFull({
  customer,
  refetch: refetchCustomer,
}: {
  customer: CustomerDetail;
  refetch: () => Promise<CustomerDetail | undefined>;
}) {
  const { t } = useI18n();
  const gone = customer.appStatus === 'withdrawn';
  const {
    data: person,
    error,
    refetch,
  } = useQuery({
    ...query(customers.person, { params: { id: customer.id } }),
    enabled: !gone,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const [start, setStart] = useState<Loaded | null>(null);
  if (gone) return <EmptyState title={t('error.CUSTOMER_WITHDRAWN')} />;
  if (!person)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />;
  if (start === null) {
    setStart({ customer, person });
    return null;
  }
  const again = async (): Promise<Loaded | null> => {
    const [now, who] = await Promise.all([refetchCustomer(), refetch()]);
    return now && who.data ? { customer: now, person: who.data } : null;
  };
  return (
    <Edit
      key={start.customer.version}
      start={start}
      newest={{ customer, person }}
      onRefresh={() => void again()}
      onReload={() => void again().then((now) => now && setStart(now))}
    />
  );
}

interface EditProps {
  start: Loaded;
  newest: Loaded;
  onRefresh: () => void;
  onReload: () => void;
}
function Edit({ start, newest, onRefresh: onLook, onReload }: EditProps) {
  const words = useI18n();
  const { t } = words;
  const invalidate = useInvalidate(customers.list);
  const show = useShow();
  const nodes = useOrganizationNodes();
  const { customer } = start;
  const { id, loginId } = customer;
  const answers = useMemo(() => newestOf(customer), [customer]);
  const checked = useRef(true);
  const schema = useMemo(
    () => formOf(answers, { today: dayText(serverNow()), isNew: false, idChecked: () => checked.current }),
    [answers],
  );
  const form = useForm(schema, valuesOf(customer, start.person));
  const idCheck = useIdCheck(form.values.loginId, isFree);
  const save = (): void => {
    // one may be given to a customer who has none
    checked.current = loginId !== null || form.values.loginId.trim() === '' || idCheck.free;
    void form.submit(async (body) => {
      await call(customers.change, { params: { id }, body: body as never });
      invalidate();
      toast(t('customer.said.changed'));
      show(id, true);
    });
  };
  const changed = form.problem?.code === 'CHANGED_MEANWHILE' ? form.problem : null;
  const nameOf = (dealerId: string): string =>
    nodes.find((n) => String(n.id) === dealerId)?.label ??
    [start, newest].find((l) => String(l.customer.dealer?.id) === dealerId)?.customer.dealer?.name ??
    dealerId;
  return (
    <FormPage
      title={start.person.name}
      under={t('customer.editing')}
      form={form}
      onSave={save}
      onCancel={() => show(id)}
    >
      {changed && (
        <ChangedMeanwhile
          problem={changed}
          rows={differences(words, valuesOf(newest.customer, newest.person), form.values, nameOf)}
          onRefresh={onLook}
          onReload={onReload}
        />
      )}
      {form.problem && !changed && form.problem.code !== 'CUSTOMER_PHONE_TAKEN' && (
        <ErrorState compact error={form.problem} />
      )}
      <CustomerFields
        form={form}
        idCheck={idCheck}
        idFixed={loginId !== null}
        inApp={customer.appSince !== null}
        answers={answers}
        dealer={customer.dealer}
      />
      <LeaveGuard form={form} />
    </FormPage>
  );
}

/** Of each term the answer that counts: the newest stands first. */
const newestOf = ({ answers }: CustomerDetail) =>
  answers.filter((a, i) => answers.findIndex((b) => b.term === a.term) === i);
