import { chakra } from '@chakra-ui/react';
import type { TransferRow, TransferStatus } from '@headland/contracts/owner-transfer';
import { transferListColumns } from '@headland/i18n/columns/transfers';
import { useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useListColumns } from '../../ui/list-columns';
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
  const c = useListColumns(transferListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.status, width: '150px', cell: (r) => <TransferState status={r.status} /> },
        { ...c.requestedAt, width: '164px' },
        {
          ...c.vin,
          identity: true,
          width: '176px',
          cell: (r) => <chakra.b fontWeight="600">{r.vehicle.vin}</chakra.b>,
        },
        { ...c.model, yields: true },
        c.from,
        c.to,
        { ...c.acceptedAt, width: '164px', yields: true },
        { ...c.decidedAt, width: '164px', yields: true },
        { ...c.decidedBy, yields: true },
        { ...c.document, yields: true, cell: (r) => <Document document={r.document} /> },
      ],
      phone: [
        {
          ...c.vin,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <chakra.b fontWeight="600">{r.vehicle.vin}</chakra.b>
              <chakra.small display="block" color="ink3">
                {r.from.name || '–'} → {r.to.name || '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          ...c.status,
          width: '148px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <TransferState status={r.status} />
              <chakra.small display="block" color="ink3">
                {momentText(r.requestedAt).slice(0, 16)}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [c],
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
