import { chakra } from '@chakra-ui/react';
import type { SaleRow } from '@headland/contracts/sale';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/** What the list of sales shows of each vehicle. */
export function useSaleColumns(): { columns: Column<SaleRow>[]; phone: Column<SaleRow>[] } {
  const { t } = useI18n();
  return useMemo(
    () => ({
      columns: [
        {
          key: 'vin',
          title: t('sale.vin'),
          sort: 'vin',
          identity: true,
          width: '176px',
          cell: (r) => <Num strong>{r.vin}</Num>,
        },
        { key: 'model', title: t('sale.model'), sort: 'model', cell: (r) => r.model },
        { key: 'dealer', title: t('sale.dealer'), sort: 'dealer', cell: (r) => r.dealer?.name ?? '–' },
        {
          key: 'soldOn',
          title: t('sale.soldOn'),
          sort: 'soldOn',
          width: '104px',
          cell: (r) => <Num>{r.soldOn ?? '–'}</Num>,
        },
        { key: 'state', title: t('sale.state'), width: '92px', cell: (r) => <SaleState state={r.state} /> },
        { key: 'customer', title: t('sale.customer'), cell: (r) => r.customer?.name ?? '–' },
        { key: 'phone', title: t('sale.phone'), cell: (r) => <Num>{r.customer?.phone ?? '–'}</Num> },
        {
          key: 'appStatus',
          title: t('sale.appStatus'),
          cell: (r) => (r.customer === null ? '–' : t(`sale.app.${r.appStatus ?? 'none'}`)),
        },
        { key: 'registeredBy', title: t('sale.registeredBy'), cell: (r) => r.registeredBy ?? '–' },
        {
          key: 'registeredAt',
          title: t('sale.registeredAt'),
          sort: 'registeredAt',
          width: '164px',
          cell: (r) => <Num>{r.registeredAt === null ? '–' : momentText(r.registeredAt)}</Num>,
        },
      ],
      phone: [
        {
          key: 'vin',
          title: t('sale.vin'),
          sort: 'vin',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <Num strong>{r.vin}</Num>
              <chakra.small display="block" color="ink3">
                {r.model} · {r.dealer?.name ?? '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          key: 'soldOn',
          title: t('sale.soldOn'),
          sort: 'soldOn',
          width: '112px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <SaleState state={r.state} />
              <chakra.small display="block" color="ink3" className="num">
                {r.soldOn ?? '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [t],
  );
}

export function SaleState({ state }: Pick<SaleRow, 'state'>) {
  const { t } = useI18n();
  return <StateLabel state={state === 'sold' ? 'normal' : 'off'}>{t(`sale.state.${state}`)}</StateLabel>;
}

const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
