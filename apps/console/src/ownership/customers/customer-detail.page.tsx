import { chakra } from '@chakra-ui/react';
import { type CustomerDetail, customers, type Person, personFields } from '@headland/contracts/customer';
import { customerFleetClients } from '@headland/contracts/fleet-client';
import { gptChats } from '@headland/contracts/gpt-chat';
import { phoneText } from '@headland/domain/phone-text';
import { useI18n, type I18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { DetailCard, DetailPage, LongText } from '../../ui/detail-page';
import { LockedNote } from '../../ui/locked-note';
import { Facts } from '../../ui/panel';
import { HistoryCard } from '../../ui/records/history-card';
import { EditRecord, RemoveRecord } from '../../ui/records/record-actions';
import { ShowInFull } from '../../ui/show-in-full';
import { WithRecord } from '../../ui/with-record';
import { FleetClients } from '../fleet-api/fleet-clients';
import { CustomerIncidents } from './customer-incidents';
import { CustomerQuestions } from './customer-questions';
import { CustomerMessages, CustomerTransfers } from './customer-related';
import { AppStatus, customerScreens, useCustomerList } from './customer-parts';
import { CustomerTerms } from './customer-terms';
import { deletion } from './delete-customer';
import { OwnedVehicles } from './owned-vehicles';

/** One customer: who it is (masked), what was agreed to, the machines, and what happened with them. */
export function CustomerDetailPage() {
  const list = useCustomerList();
  return (
    <WithRecord endpoint={customers.get} list={list}>
      {(customer) => <Customer customer={customer} />}
    </WithRecord>
  );
}

function Customer({ customer: c }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const list = useCustomerList();
  const gone = c.appStatus === 'withdrawn';
  return (
    <DetailPage
      title={c.name}
      beside={<AppStatus status={c.appStatus} />}
      list={list}
      actions={<Actions customer={c} />}
    >
      {gone && (
        <chakra.div gridColumn="1 / -1">
          <LockedNote>{t('customer.gone')}</LockedNote>
        </chakra.div>
      )}
      <DetailCard title={t('customer.person')}>
        {gone ? (
          <chakra.div color="ink3">
            <Facts rows={closedFacts(t, c)} />
          </chakra.div>
        ) : (
          <ShowInFull masked={c.person} endpoint={customers.person} id={c.id}>
            {(person) => <Facts rows={personFacts(t, c, person)} />}
          </ShowInFull>
        )}
      </DetailCard>
      <DetailCard title={t('customer.terms')}>
        <CustomerTerms customer={c} />
      </DetailCard>
      <DetailCard title={t('customer.vehicles')} count={c.owned.length} wide flush>
        <OwnedVehicles customer={c} />
      </DetailCard>
      {(can('breakdown:R') || can('sos:R')) && (
        <DetailCard title={t('customer.incidents')} wide flush>
          <CustomerIncidents id={c.id} />
        </DetailCard>
      )}
      <DetailCard title={t('customer.transfers')} flush>
        <CustomerTransfers id={c.id} />
      </DetailCard>
      <DetailCard title={t('customer.messages')} flush>
        <CustomerMessages id={c.id} />
      </DetailCard>
      {can(gptChats.count.allow) && (
        <DetailCard title={t('gptChat.card')}>
          <CustomerQuestions id={c.id} />
        </DetailCard>
      )}
      <FleetClients
        endpoints={customerFleetClients}
        owner={{ kind: 'customer', id: c.id }}
        frame="card"
        closed={gone}
      />
      <HistoryCard kind="customer" endpoint={customers.history} id={c.id} labels={historyLabels} />
    </DetailPage>
  );
}

type FieldOfPerson = (typeof personFields)[number];
/** These are parts of the facts phone and address. */
const inOthers: readonly FieldOfPerson[] = ['country', 'postalCode', 'addressDetail'];
const factsOfPerson = (t: I18n['t'], c: CustomerDetail, valueOf: (field: FieldOfPerson) => string | null) => [
  [t('customer.field.loginId'), c.loginId ?? '–'] as const,
  ...personFields
    .filter((field) => !inOthers.includes(field))
    .map((field) => [t(`customer.field.${field}`), valueOf(field) || '–'] as const),
];

function personFacts(t: I18n['t'], c: CustomerDetail, p: Person): (readonly [string, React.ReactNode])[] {
  const composed: { [F in FieldOfPerson]?: string | null } = {
    phone: p.phone && phoneText(p.phone, p.country),
    address: [p.postalCode, p.address, p.addressDetail].filter(Boolean).join(' '),
  };
  return [
    ...factsOfPerson(t, c, (field) => composed[field] ?? p[field]),
    [t('customer.field.memo'), <LongText key="memo" text={p.memo} />],
    ...recordFacts(t, c),
  ];
}
const closedFacts = (t: I18n['t'], c: CustomerDetail): (readonly [string, React.ReactNode])[] => [
  ...factsOfPerson(t, c, (field) => (field === 'name' || field === 'phone' ? c[field] : t('customer.hidden'))),
  ...recordFacts(t, c),
];
const recordFacts = (t: I18n['t'], c: CustomerDetail): [string, React.ReactNode][] => [
  [t('customer.field.dealer'), c.dealer?.name ?? '–'],
  [t('customer.language'), t(`customer.language.${c.language}`)],
  [
    t('customer.registeredAt'),
    `${momentText(c.registeredAt)} · ${c.registeredBy ?? (c.appSince === null ? '–' : t('customer.byThemselves'))}`,
  ],
  [t('customer.appSince'), c.appSince === null ? '–' : momentText(c.appSince)],
  ...(c.appUsedAt === null ? [] : [[t('customer.appUsedAt'), momentText(c.appUsedAt)] as [string, string]]),
  ...(c.withdrawnAt === null ? [] : [[t('customer.withdrawnAt'), momentText(c.withdrawnAt)] as [string, string]]),
];

/** Of personal data the log holds only that it changed. */
const historyLabels = {
  value: ({ t }: I18n, field: string, value: string): string => {
    if (value === '***') return t('customer.changedHidden');
    if (field === 'appStatus') return t(value === 'registered' ? 'customer.app.registered' : 'customer.app.withdrawn');
    const [, answer, version] = /^(agreed|refused) (.+)$/u.exec(value) ?? [];
    return answer === undefined
      ? value
      : `${t(answer === 'agreed' ? 'customer.agreed' : 'customer.notAgreed')} (${version})`;
  },
};

function Actions({ customer: c }: { customer: CustomerDetail }) {
  const { t } = useI18n();
  return (
    <>
      <RemoveRecord {...deletion(t, c)} list="/customer" refused={deleteRefusal(t, c)} />
      {c.appStatus !== 'withdrawn' && <EditRecord screens={customerScreens} id={c.id} />}
    </>
  );
}

function deleteRefusal(t: I18n['t'], c: CustomerDetail): string | undefined {
  if (c.owned.some((v) => v.openSos)) return t('error.VEHICLE_HAS_OPEN_SOS');
  if (c.transferAwaiting) return t('customer.deleteTransfer');
  return c.elsewhere > 0 ? t('customer.deleteElsewhere') : undefined;
}
