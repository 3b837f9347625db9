import { chakra } from '@chakra-ui/react';
import type { TransferRow, TransferStatus } from '@headland/contracts/owner-transfer';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import type { State } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/** What waits for the staff is to be done today, what waits for the new owner is watched. */
export const stateOfTransfer: Record<TransferStatus, State> = {
  requested: 'watch',
  accepted: 'today',
  approved: 'normal',
  rejected: 'off',
};

/** The member who decided, or what ended it without one. */
export const decidedBy = (
  { decidedBy: name, ending }: Pick<TransferRow, 'decidedBy' | 'ending'>,
  t: Translate,
): string => name ?? (ending === null ? '–' : t(`transferEnding.${ending}`));

export function useTransferColumns(): { columns: Column<TransferRow>[]; phone: Column<TransferRow>[] } {
  const { t } = useI18n();
  return useMemo(
    () => ({
      columns: [
        {
          key: 'status',
          title: t('transfer.status'),
          sort: 'status',
          width: '150px',
          cell: (r) => <TransferState status={r.status} />,
        },
        {
          key: 'requestedAt',
          title: t('transfer.requestedAt'),
          sort: 'requestedAt',
          width: '164px',
          cell: (r) => <Num>{momentText(r.requestedAt)}</Num>,
        },
        {
          key: 'vin',
          title: t('transfer.vin'),
          sort: 'vin',
          identity: true,
          width: '176px',
          cell: (r) => <Num strong>{r.vehicle.vin}</Num>,
        },
        { key: 'model', title: t('transfer.model'), yields: true, cell: (r) => r.vehicle.model },
        { key: 'from', title: t('transfer.from'), cell: (r) => r.from.name || '–' },
        { key: 'to', title: t('transfer.to'), cell: (r) => r.to.name || '–' },
        {
          key: 'acceptedAt',
          title: t('transfer.acceptedAt'),
          sort: 'acceptedAt',
          width: '164px',
          yields: true,
          cell: (r) => <Moment at={r.acceptedAt} />,
        },
        {
          key: 'decidedAt',
          title: t('transfer.decidedAt'),
          sort: 'decidedAt',
          width: '164px',
          yields: true,
          cell: (r) => <Moment at={r.decidedAt} />,
        },
        { key: 'decidedBy', title: t('transfer.decidedBy'), yields: true, cell: (r) => decidedBy(r, t) },
        {
          key: 'document',
          title: t('transfer.document'),
          yields: true,
          cell: (r) => <Document document={r.document} />,
        },
      ],
      phone: [
        {
          key: 'vin',
          title: t('transfer.vin'),
          sort: 'vin',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <Num strong>{r.vehicle.vin}</Num>
              <chakra.small display="block" color="ink3">
                {r.from.name || '–'} → {r.to.name || '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          key: 'status',
          title: t('transfer.status'),
          sort: 'status',
          width: '148px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <TransferState status={r.status} />
              <chakra.small display="block" color="ink3" className="num">
                {momentText(r.requestedAt).slice(0, 16)}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [t],
  );
}

export function TransferState({ status }: { status: TransferStatus }) {
  const { t } = useI18n();
  return <StateLabel state={stateOfTransfer[status]}>{t(`transferStatus.${status}`)}</StateLabel>;
}

function Document({ document }: Pick<TransferRow, 'document'>) {
  const { t } = useI18n();
  if (document === null) return <>–</>;
  return (
    <>
      {t(`rdiState.${document.state}`)}
      <chakra.span color="ink3"> · {t('transfer.downloads', { n: document.downloads })}</chakra.span>
    </>
  );
}

const Moment = ({ at }: { at: string | null }) => <Num>{at === null ? '–' : momentText(at)}</Num>;
const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
