import { chakra, Flex } from '@chakra-ui/react';
import { customers, type Incident } from '@headland/contracts/customer';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Pager } from '../../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { OpenIn } from './customer-parts';

/** What happened to the machines while they were this customer's, newest first. The history of the record has the page of the address; this one its own. */
export function CustomerIncidents({ id }: { id: number }) {
  const { t } = useI18n();
  const [place, setPlace] = useState({ page: 1, size: 10 });
  const { data, error, refetch } = useQuery({
    ...query(customers.incidents, { params: { id }, query: place }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (data.rows.length === 0) return <EmptyState title={t('customer.noIncidents')} />;
  return (
    <Flex direction="column">
      <Table label={t('customer.incidents')} columns={columns} rows={data.rows} idOf={idOf} />
      {data.page.total > place.size && <Pager page={data.page} onChange={setPlace} />}
    </Flex>
  );
}

/** Faults and calls are numbered by themselves. */
const idOf = (r: Incident): number => r.id * 2 + (r.kind === 'sos' ? 1 : 0);

function useColumns(): Column<Incident>[] {
  const { t, of } = useI18n();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('customer.incidentAt'),
        width: '172px',
        cell: (r) => <chakra.span className="num">{momentText(r.at)}</chakra.span>,
      },
      { key: 'kind', title: t('customer.incidentKind'), width: '92px', cell: (r) => t(`customer.kind.${r.kind}`) },
      {
        key: 'what',
        title: t('customer.incidentWhat'),
        cell: (r) => (
          <OpenIn to={r.kind === 'fault' ? '/breakdown' : '/sos'} search={{ tab: 'all', id: String(r.id) }}>
            {r.kind === 'fault' ? `${r.code} ${of(r.name)}` : t(`sosType.${r.type}`)}
          </OpenIn>
        ),
      },
      {
        key: 'vin',
        title: t('customer.vin'),
        width: '176px',
        cell: (r) => <chakra.span className="num">{r.vehicle.vin}</chakra.span>,
      },
      {
        key: 'status',
        title: t('customer.state'),
        width: '140px',
        cell: (r) => (r.kind === 'fault' ? t(`faultStatus.${r.status}`) : t(`sosStatus.${r.status}`)),
      },
    ],
    [t, of],
  );
}
