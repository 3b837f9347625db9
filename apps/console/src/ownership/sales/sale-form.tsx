import { chakra, Flex } from '@chakra-ui/react';
import type { GroupType } from '@headland/contracts/access';
import { SaleBody, type SaleDetail, sales } from '@headland/contracts/sale';
import { saleErrors } from '@headland/domain/sale';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { call, query } from '../../lib/session/session';
import { useSettled } from '../../lib/use-settled';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { TextArea } from '../../ui/field';
import { FindField } from '../../ui/find-field';
import { useNotDealers, useOrganizationNodes } from '../../ui/organization-filter';
import { fieldDifferences } from '../../ui/records/differences';
import { RecordEdit, type RecordState } from '../../ui/records/record-edit';
import { RecordNotes } from '../../ui/records/record-notes';
import { useRecordForm } from '../../ui/records/use-record-form';
import { Skeleton } from '../../ui/states';
import { TreeSelect } from '../../ui/tree-select';
import { useAnswer } from '../../ui/use-answer';
import type { Form } from '../../ui/use-form';
import { isOld } from '../../ui/with-record';

const fields = ['soldOn', 'dealerId', 'customerId', 'memo'] as const;
type Values = Record<(typeof fields)[number] | 'version', string>;

const valuesOf = (s: SaleDetail): Values => ({
  version: String(s.version),
  soldOn: s.soldOn ?? dayText(serverNow()),
  dealerId: s.dealer === null ? '' : String(s.dealer.id),
  customerId: s.customer === null ? '' : String(s.customer.id),
  memo: s.memo,
});

/** The schema of the server with its rules over this vehicle, so that the form shows the server's errors. Unchanged values are not validated again. */
const schemaOf = (s: SaleDetail, typeOf: (organizationId: number) => GroupType | undefined) =>
  SaleBody.superRefine((body, ctx) => {
    const errors = saleErrors(body, {
      shippedOn: s.shippedOn,
      dealerType: typeOf(body.dealerId) ?? null,
      today: dayText(serverNow()),
    });
    if (s.soldOn === body.soldOn) delete errors.soldOn;
    // one that is not in the tree (yet) is the server's to judge
    if (typeOf(body.dealerId) === undefined || (s.soldOn !== null && s.dealer?.id === body.dealerId))
      delete errors.dealerId;
    for (const [path, message] of Object.entries(errors)) ctx.addIssue({ code: 'custom', path: [path], message });
  });

interface Props {
  id: number;
  onDone: () => void;
}
/** Date, dealer, customer and memo of a sale, in its place. It begins with what is saved now, not with what the page has read before. */
export function SaleForm({ id, onDone }: Props) {
  const result = useAnswer(sales.get, { params: { id } }, { refetchOnMount: 'always' });
  if (result.data === undefined || isOld(result)) return <Skeleton rows={4} height={64} />;
  return (
    <RecordEdit newest={result.data} refetch={() => result.refetch().then(({ data }) => data)}>
      {(record) => <Edit {...record} onDone={onDone} />}
    </RecordEdit>
  );
}

type Redated = { name: string; dueOn: string | null; newDueOn: string | null }[];

function Edit({ start, newest, refresh, reload, onDone }: RecordState<SaleDetail> & Pick<Props, 'onDone'>) {
  const { t } = useI18n();
  const nodes = useOrganizationNodes();
  const schema = useMemo(() => schemaOf(start, (id) => nodes.find((n) => n.id === id)?.type), [start, nodes]);
  const [customer, setCustomer] = useState(labelOf(start));
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[name=soldOn]')?.focus(), []);
  const sold = start.soldOn !== null;
  const params = { id: start.id };
  const form = useRecordForm({
    schema,
    start: valuesOf(start),
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: fields,
        label: (name) => t(labels[name]),
        now: valuesOf(newest),
        text: (name, value, side) => {
          if (name === 'dealerId') return nodes.find((n) => String(n.id) === value)?.label ?? value;
          return name === 'customerId' ? (side === 'now' ? labelOf(newest) : customer) : value;
        },
      }),
    },
    // another date re-dates what runs in days
    confirm: async ({ soldOn }) => {
      if (!sold || soldOn === start.soldOn) return null;
      const list = await call(sales.preview, { params, query: { soldOn } });
      return list.length === 0
        ? null
        : {
            title: t('sale.redateTitle', { vin: start.vin }),
            text: <Redatings list={list} />,
            confirm: { label: t('common.save') },
          };
    },
    send: (body) => call(sales.change, { params, body }),
    invalidates: [sales.list],
    toastText: ({ vin }) => t(sold ? 'sale.toast.changed' : 'sale.toast.sold', { vin }),
    done: onDone,
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    form.save();
  };
  return (
    <chakra.form ref={box} noValidate display="grid" gap="3" gridTemplateColumns="minmax(0,1fr)" onSubmit={save}>
      <RecordNotes form={form} />
      <Fields form={form} nodes={nodes} customer={customer} onCustomer={setCustomer} start={start} />
      <Flex gap="2" justify="flex-end">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit" busy={form.busy && form.question === null}>
          {t(sold ? 'common.save' : 'sale.sell')}
        </Button>
      </Flex>
    </chakra.form>
  );
}

const labels = {
  soldOn: 'sale.soldOn',
  dealerId: 'sale.dealer',
  customerId: 'sale.customer',
  memo: 'sale.memo',
} as const;
const labelOf = ({ customer }: SaleDetail): string =>
  customer === null ? '' : [customer.name, customer.phone].filter(Boolean).join(' ');

function Redatings({ list }: { list: Redated }) {
  const { t } = useI18n();
  return (
    <>
      <chakra.p mb="2">{t('sale.redateText')}</chakra.p>
      <chakra.table
        w="full"
        textStyle="dense"
        css={{
          '& th, & td': { textAlign: 'left', padding: '4px 8px 4px 0', borderBottom: '1px solid var(--line)' },
          '& th': { color: 'var(--ink-3)', fontWeight: 500 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('sale.item')}</th>
            <th scope="col">{t('sale.dueWas')}</th>
            <th scope="col">{t('sale.dueIs')}</th>
          </tr>
        </thead>
        <tbody className="num">
          {list.map((r) => (
            <tr key={r.name}>
              <td>{r.name}</td>
              <td>{r.dueOn ?? '–'}</td>
              <chakra.td fontWeight="600">{r.newDueOn ?? '–'}</chakra.td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </>
  );
}

interface FieldsProps {
  form: Pick<Form<never, Values>, 'values' | 'set' | 'field'>;
  nodes: ReturnType<typeof useOrganizationNodes>;
  start: SaleDetail;
  customer: string;
  onCustomer: (label: string) => void;
}
function Fields({ form, nodes, start, customer, onCustomer }: FieldsProps) {
  const { t } = useI18n();
  const forbidden = useNotDealers(nodes);
  const [text, setText] = useState<string | null>(null);
  const asked = useSettled(text, settleMs);
  const { data = none, isFetching } = useQuery({
    ...query(sales.customers, { query: { text: asked ?? '' } }),
    enabled: (asked ?? '').trim().length >= 2,
    placeholderData: keepPreviousData,
  });
  const hits =
    (asked ?? '').trim().length < 2
      ? none
      : data.map((c) => ({
          id: String(c.id),
          label: c.name,
          note: `${c.phone ?? '–'} · ${t('sale.owns', { n: c.vehicles })}`,
        }));
  return (
    <>
      <DateField
        label={t('sale.soldOn')}
        {...form.field('soldOn')}
        {...(start.shippedOn === null ? {} : { help: t('sale.shippedHelp', { day: start.shippedOn }) })}
      />
      <TreeSelect
        label={t('sale.dealer')}
        nodes={nodes}
        forbidden={forbidden}
        {...form.field('dealerId')}
        help={t('sale.dealerHelp')}
      />
      <FindField
        label={t('sale.customer')}
        {...form.field('customerId')}
        required={false}
        shown={form.values.customerId === '' ? '' : customer}
        placeholder={t('sale.findCustomer')}
        hits={hits}
        busy={isFetching || text !== asked}
        onFind={setText}
        onChange={(value, hit) => {
          const hitPhone = data.find((c) => String(c.id) === value)?.phone;
          onCustomer([hit?.label, hitPhone].filter(Boolean).join(' '));
          form.set('customerId', value);
        }}
        help={t('sale.customerHelp')}
      />
      <TextArea label={t('sale.memo')} rows={3} maxLength={1500} required={false} {...form.field('memo')} />
    </>
  );
}
const none: never[] = [];
const settleMs = 200;
