import { chakra } from '@chakra-ui/react';
import type { SaleRow } from '@headland/contracts/sale';
import { phoneText } from '@headland/domain/phone-text';
import { saleListColumns } from '@headland/i18n/columns/sales';
import { useMemo } from 'react';
import { useListColumns } from '../../ui/list-columns';
import type { Column } from '../../ui/table';
import { SaleState } from './sale-state';

/** What the list of sales shows of each vehicle. */
export function useSaleColumns(): { columns: Column<SaleRow>[]; phone: Column<SaleRow>[] } {
  const c = useListColumns(saleListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.vin, identity: true, width: '176px', cell: (r) => <chakra.b fontWeight="600">{r.vin}</chakra.b> },
        c.model,
        c.dealer,
        { ...c.soldOn, width: '104px' },
        { ...c.state, width: '92px', cell: (r) => <SaleState state={r.state} /> },
        c.customer,
        { ...c.phone, cell: (r: SaleRow) => (r.customer?.phone ? phoneText(r.customer.phone) : '–') },
        c.appStatus,
        c.registeredBy,
        { ...c.registeredAt, width: '164px' },
      ],
      phone: [
        {
          ...c.vin,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <chakra.b fontWeight="600">{r.vin}</chakra.b>
              <chakra.small display="block" color="ink3">
                {r.model} · {r.dealer?.name ?? '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          ...c.soldOn,
          width: '112px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <SaleState state={r.state} />
              <chakra.small display="block" color="ink3">
                {r.soldOn ?? '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [c],
  );
}
