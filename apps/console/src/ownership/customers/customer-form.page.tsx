import { type CustomerDetail, customers, type Person } from '@headland/contracts/customer';
import { organizations } from '@headland/contracts/organization';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { useIdCheck } from '../../ui/login-id-field';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordFormPage } from '../../ui/records/record-form';
import { useRecordSave } from '../../ui/records/record-screens';
import { useRecordForm } from '../../ui/records/use-record-form';
import { EmptyState } from '../../ui/states';
import { WithRecord, PageWaits } from '../../ui/with-record';
import { CustomerFields } from './customer-fields';
import { customerScreens, useCustomerList } from './customer-parts';
import { differences, formOf, newCustomer, valuesOf } from './customer-values';

/** `/customerRegi/0` registers a customer, `/customerRegi/7` edits customer 7. */
export function CustomerFormPage() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const list = useCustomerList();
  if (number === '0') return <Registration />;
  return (
    <WithRecord endpoint={customers.get} list={list} fresh>
      {(customer, refetchCustomer) => <InFull key={customer.id} customer={customer} refetch={refetchCustomer} />}
    </WithRecord>
  );
}

/** With a link to the customer who has the number. */
const shownByFields = ['CUSTOMER_PHONE_TAKEN'] as const;
const isFree = (loginId: string) => call(customers.idFree, { query: { loginId } });

function Registration() {
  const { data: tree, error, refetch } = useQuery(query(organizations.tree, {}));
  // the form begins with it: who works at the one dealer in sight registers for it
  if (!tree) return <PageWaits error={error} refetch={refetch} />;
  const [only] = tree.length === 1 ? tree : [];
  return <RegistrationForm dealerId={only === undefined ? '' : String(only.id)} />;
}

function RegistrationForm({ dealerId }: { dealerId: string }) {
  const { t } = useI18n();
  const { saving, cancel } = useRecordSave(customerScreens);
  const [start] = useState(() => newCustomer(dealerId));
  const checked = useRef(false);
  const schema = useMemo(
    () => formOf([], { today: () => dayText(serverNow()), isNew: true, idChecked: () => checked.current }),
    [],
  );
  const form = useRecordForm({
    schema,
    start,
    shownByFields,
    ...saving,
    send: (body) => saving.send(body as never),
  });
  const idCheck = useIdCheck(form.values.loginId, isFree);
  const save = (): void => {
    checked.current = idCheck.free;
    form.save();
  };
  return (
    <RecordFormPage form={{ ...form, save }} title={t('customer.new')} onCancel={cancel}>
      <CustomerFields form={form} idCheck={idCheck} idFixed={false} inApp={false} answers={[]} />
    </RecordFormPage>
  );
}

interface Loaded {
  version: number;
  customer: CustomerDetail;
  person: Person;
}
/** Editing is looking in full, which is recorded. */
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
  if (gone) return <EmptyState title={t('error.CUSTOMER_WITHDRAWN')} />;
  if (!person) return <PageWaits error={error} refetch={refetch} />;
  const again = async (): Promise<Loaded | null> => {
    const [now, who] = await Promise.all([refetchCustomer(), refetch()]);
    return now && who.data ? { version: now.version, customer: now, person: who.data } : null;
  };
  return (
    <RecordEdit newest={{ version: customer.version, customer, person }} refetch={again}>
      {(record) => <Edit {...record} />}
    </RecordEdit>
  );
}

function Edit({ start, newest, refresh, reload }: RecordState<Loaded>) {
  const i18n = useI18n();
  const nodes = useOrganizationNodes();
  const { customer } = start;
  const { loginId } = customer;
  const { saving, cancel } = useRecordSave(customerScreens, customer);
  const answers = useMemo(() => newestOf(customer), [customer]);
  const checked = useRef(true);
  const schema = useMemo(
    () => formOf(answers, { today: () => dayText(serverNow()), isNew: false, idChecked: () => checked.current }),
    [answers],
  );
  const nameOf = (dealerId: string): string =>
    nodes.find((n) => String(n.id) === dealerId)?.label ??
    [start, newest].find((l) => String(l.customer.dealer?.id) === dealerId)?.customer.dealer?.name ??
    dealerId;
  const form = useRecordForm({
    schema,
    start: valuesOf(customer, start.person),
    changed: {
      refresh,
      reload,
      rows: (yours) => differences(i18n, valuesOf(newest.customer, newest.person), yours, nameOf),
    },
    shownByFields,
    ...saving,
    send: (body) => saving.send(body as never),
  });
  const idCheck = useIdCheck(form.values.loginId, isFree);
  const save = (): void => {
    // one may be given to a customer who has none
    checked.current = loginId !== null || form.values.loginId.trim() === '' || idCheck.free;
    form.save();
  };
  return (
    <RecordFormPage
      form={{ ...form, save }}
      title={start.person.name}
      under={i18n.t('customer.editing')}
      onCancel={cancel}
    >
      <CustomerFields
        form={form}
        idCheck={idCheck}
        idFixed={loginId !== null}
        inApp={customer.appSince !== null}
        answers={answers}
        dealer={customer.dealer}
      />
    </RecordFormPage>
  );
}

/** The answer in force for each term: the newest is first. */
const newestOf = ({ answers }: CustomerDetail) =>
  answers.filter((a, i) => answers.findIndex((b) => b.term === a.term) === i);
