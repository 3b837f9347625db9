import { chakra } from '@chakra-ui/react';
import { type CustomerRow, listedFields } from '@headland/contracts/customer';
import { phoneText } from '@headland/domain/phone-text';
import { customerListColumns } from '@headland/i18n/columns/customers';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { useListColumns } from '../../ui/list-columns';
import type { Column } from '../../ui/table';
import { AppStatus, TermState } from './customer-parts';

/** What the list of customers shows of each: names and phones masked, and of one who left the app nothing else. */
export function useCustomerColumns(): { columns: Column<CustomerRow>[]; phone: Column<CustomerRow>[] } {
  const { t, number } = useI18n();
  const c = useListColumns(customerListColumns);
  return useMemo(() => {
    const name = (r: CustomerRow) => (
      <Shade row={r} strong>
        {r.name}
      </Shade>
    );
    const closed = { ...c };
    for (const key of listedFields) closed[key] = { ...c[key], cell: (r) => <Closed row={r} value={r[key]} /> };
    return {
      columns: Object.values({
        ...closed,
        loginId: { ...c.loginId, cell: (r) => <Shade row={r}>{r.loginId ?? '–'}</Shade> },
        name: { ...c.name, identity: true, width: '120px', cell: name },
        birthOn: { ...closed.birthOn, width: '104px' },
        phone: { ...c.phone, width: '136px', cell: (r) => <Shade row={r}>{r.phone ? phoneText(r.phone) : '–'}</Shade> },
        vehicles: { ...c.vehicles, width: '80px' },
        appStatus: { ...c.appStatus, width: '108px', cell: (r) => <AppStatus status={r.appStatus} /> },
        appSince: { ...c.appSince, width: '112px', cell: (r) => (r.appSince === null ? '–' : dayText(r.appSince)) },
        requiredTerms: { ...c.requiredTerms, cell: (r) => <TermState state={r.requiredTerms} /> },
        marketing: { ...c.marketing, width: '104px' },
        registeredAt: { ...c.registeredAt, width: '164px' },
      } satisfies typeof c),
      phone: [
        {
          ...c.name,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              {name(r)}
              <chakra.small display="block" color="ink3" className="num">
                {r.phone ? phoneText(r.phone) : '–'} · {r.dealer?.name ?? '–'}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          key: 'appStatus',
          title: t('customer.appStatus'),
          width: '116px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <AppStatus status={r.appStatus} />
              <chakra.small display="block" color="ink3" className="num">
                {t('customer.vehicles')} {number(r.vehicles)}
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    };
  }, [t, number, c]);
}

const gone = (r: Pick<CustomerRow, 'appStatus'>): boolean => r.appStatus === 'withdrawn';
const Shade = ({ row, strong = false, children }: { row: CustomerRow; strong?: boolean; children: ReactNode }) => (
  <chakra.span
    className="num"
    color={gone(row) ? 'ink3' : undefined}
    fontWeight={strong && !gone(row) ? 600 : undefined}
  >
    {children}
  </chakra.span>
);
/** What the mask of one who left does not show at all. */
function Closed({ row, value }: { row: CustomerRow; value: string | null }) {
  return <Shade row={row}>{gone(row) ? '***' : (value ?? '–')}</Shade>;
}
