import { chakra, Flex } from '@chakra-ui/react';
import { customers } from '@headland/contracts/customer';
import { ownerTransfers, type TransferDetail, type TransferParty } from '@headland/contracts/owner-transfer';
import { phoneText } from '@headland/domain/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { TextLink } from '../../ui/detail-page';
import { Section } from '../../ui/panel';
import { StateLabel } from '../../ui/status-chip';

/** Transferor and transferee; masked until a permitted member requests the full data, which is recorded. */
export function TransferParties({ transfer }: { transfer: TransferDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const [asked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...query(ownerTransfers.customers, { params: { id: transfer.id } }),
    enabled: asked,
    retry: false,
    // each look is asked for and recorded by itself, and forgotten with the panel
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { from, to } = transfer;
  return (
    <Section title={t('transfer.parties')}>
      <chakra.table w="full" textStyle="dense" css={tableCss}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('transfer.from')}</th>
            <th scope="col">{t('transfer.to')}</th>
          </tr>
        </thead>
        <tbody>
          <Row label={t('transfer.name')}>
            <Name party={from} full={data?.from ?? null} />
            <Name party={to} full={data?.to ?? null} />
          </Row>
          <Row label={t('transfer.phone')}>
            <Phone phone={(data?.from ?? from).phone} />
            <Phone phone={(data?.to ?? to).phone} />
          </Row>
          <Row label={t('transfer.app')}>
            <App party={from} />
            <App party={to} decides />
          </Row>
          {to.terms.map(({ term }) => (
            <Row key={term} label={t(`appTerms.${term}.title`)}>
              <Term of={from} term={term} />
              <Term of={to} term={term} decides />
            </Row>
          ))}
        </tbody>
      </chakra.table>
      {data === undefined && can(ownerTransfers.customers.allow) && (
        <Flex gap="3" mt="3" align="center" wrap="wrap">
          <Button icon={<Eye size={15} />} busy={isFetching} onClick={() => (asked ? void refetch() : setAsked(true))}>
            {t('masked.show')}
          </Button>
          <chakra.span textStyle="small" color="ink3" role={error ? 'alert' : undefined}>
            {error ? t('common.failed') : t('masked.note')}
          </chakra.span>
        </Flex>
      )}
    </Section>
  );
}

const Row = ({ label, children: [from, to] }: { label: string; children: [ReactNode, ReactNode] }) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{from}</td>
    <td>{to}</td>
  </tr>
);

function Name({ party, full }: { party: TransferParty; full: { name: string } | null }) {
  const can = useCan();
  return (
    <TextLink to={!party.gone && can(customers.get.allow) ? toRecord('/customerDetail', party.id) : null}>
      {(full ?? party).name || '–'}
    </TextLink>
  );
}

const Phone = ({ phone }: { phone: string | null }) => (
  <chakra.span className="num" whiteSpace="nowrap">
    {phone ? phoneText(phone) : '–'}
  </chakra.span>
);

/** `decides`: the new owner's, without which nothing is approved. */
function App({ party, decides = false }: { party: TransferParty; decides?: boolean }) {
  const { t } = useI18n();
  const app = party.gone ? 'gone' : (party.appStatus ?? 'none');
  return (
    <StateLabel state={app === 'registered' ? 'normal' : decides ? 'today' : 'off'}>
      {t(`transfer.app.${app}`)}
    </StateLabel>
  );
}

function Term({
  of,
  term,
  decides = false,
}: {
  of: TransferParty;
  term: TransferParty['terms'][number]['term'];
  decides?: boolean;
}) {
  const { t } = useI18n();
  const found = of.terms.find((x) => x.term === term);
  if (!found) return <>–</>;
  const { state, required, givenOn } = found;
  return (
    <span title={givenOn ?? undefined}>
      <StateLabel state={state === 'agreed' ? 'normal' : required && decides ? 'today' : 'off'}>
        {t(`transfer.terms.${state}`)}
      </StateLabel>
    </span>
  );
}

const tableCss = {
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    padding: '2px 12px 2px 0',
    fontWeight: 400,
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: 'var(--ink-2)', fontWeight: 600 },
  '& tbody th': { color: 'var(--ink-3)', width: '34%' },
} as const;
