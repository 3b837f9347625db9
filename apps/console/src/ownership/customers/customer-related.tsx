import { chakra } from '@chakra-ui/react';
import { customers, type CustomerTransfer } from '@headland/contracts/customer';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { DeliveryLog } from '../../ui/delivery-log';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { OpenIn } from './customer-parts';

/** Machines that changed hands, from this customer or to this one. */
export function CustomerTransfers({ id }: { id: number }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(query(customers.transfers, { params: { id } }));
  const columns = useColumns();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={2} />;
  if (data.length === 0) return <EmptyState title={t('customer.noTransfers')} />;
  return (
    <chakra.div overflowX="auto">
      <Table label={t('customer.transfers')} columns={columns} rows={data} idOf={idOf} />
    </chakra.div>
  );
}

const idOf = (r: CustomerTransfer): number => r.id;

function useColumns(): Column<CustomerTransfer>[] {
  const { t } = useI18n();
  const can = useCan();
  return useMemo(
    () => [
      {
        key: 'requestedAt',
        title: t('customer.requestedAt'),
        width: '164px',
        cell: (r) => <chakra.span className="num">{momentText(r.requestedAt)}</chakra.span>,
      },
      { key: 'side', title: t('customer.side'), width: '72px', cell: (r) => t(`customer.side.${r.side}`) },
      {
        key: 'vin',
        title: t('customer.vin'),
        width: '176px',
        cell: (r) => (
          <chakra.span className="num">
            {can('ownerTransfer:R') ? (
              <OpenIn to="/ownerTransfer" search={{ status: r.status, id: String(r.id) }}>
                {r.vehicle.vin}
              </OpenIn>
            ) : (
              r.vehicle.vin
            )}
          </chakra.span>
        ),
      },
      { key: 'other', title: t('customer.otherParty'), width: '104px', cell: (r) => r.other || '–' },
      { key: 'status', title: t('customer.state'), cell: (r) => t(`customer.transfer.${r.status}`) },
      {
        key: 'decidedAt',
        title: t('customer.decidedAt'),
        width: '164px',
        cell: (r) => <chakra.span className="num">{r.decidedAt === null ? '–' : momentText(r.decidedAt)}</chakra.span>,
      },
    ],
    [t, can],
  );
}

/** What was sent to the customer; what failed can be sent again. */
export function CustomerMessages({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(customers.messages, { params: { id } }));
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={2} />;
  return <DeliveryLog list={data} permission="customer:U" />;
}
