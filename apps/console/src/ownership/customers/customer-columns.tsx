import { chakra } from '@chakra-ui/react';
import type { CustomerRow } from '@headland/contracts/customer';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText, momentText } from '../../lib/time';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';

/** What the list of customers shows of each: names and phones masked, and of one who left the app nothing else. */
export function useCustomerColumns(): { columns: Column<CustomerRow>[]; phone: Column<CustomerRow>[] } {
  const { t, number } = useI18n();
  return useMemo(() => {
    const name = (r: CustomerRow) => (
      <Shade row={r} strong>
        {r.name}
      </Shade>
    );
    return {
      columns: [
        {
          key: 'loginId',
          title: t('customer.field.loginId'),
          sort: 'loginId',
          cell: (r) => <Shade row={r}>{r.loginId ?? '–'}</Shade>,
        },
        { key: 'name', title: t('customer.field.name'), sort: 'name', identity: true, width: '120px', cell: name },
        {
          key: 'birthOn',
          title: t('customer.field.birthOn'),
          width: '104px',
          cell: (r) => <Closed row={r} value={r.birthOn} />,
        },
        {
          key: 'phone',
          title: t('customer.field.phone'),
          width: '136px',
          cell: (r) => <Shade row={r}>{r.phone ?? '–'}</Shade>,
        },
        { key: 'address', title: t('customer.field.address'), cell: (r) => <Closed row={r} value={r.address} /> },
        {
          key: 'vehicles',
          title: t('customer.vehicles'),
          sort: 'vehicles',
          align: 'right',
          width: '80px',
          cell: (r) => number(r.vehicles),
        },
        {
          key: 'appStatus',
          title: t('customer.appStatus'),
          sort: 'appStatus',
          width: '108px',
          cell: (r) => <AppStatus status={r.appStatus} />,
        },
        {
          key: 'appSince',
          title: t('customer.appSince'),
          width: '112px',
          cell: (r) => <chakra.span className="num">{r.appSince === null ? '–' : dayText(r.appSince)}</chakra.span>,
        },
        { key: 'dealer', title: t('customer.field.dealer'), cell: (r) => r.dealer?.name ?? '–' },
        {
          key: 'requiredTerms',
          title: t('customer.requiredTerms'),
          cell: (r) => <TermState state={r.requiredTerms} />,
        },
        {
          key: 'marketing',
          title: t('customer.marketing'),
          width: '104px',
          cell: (r) => t(r.marketing ? 'customer.agreed' : 'customer.notAgreed'),
        },
        {
          key: 'registeredAt',
          title: t('customer.registeredAt'),
          sort: 'registeredAt',
          width: '164px',
          cell: (r) => <chakra.span className="num">{momentText(r.registeredAt)}</chakra.span>,
        },
      ],
      phone: [
        {
          key: 'name',
          title: t('customer.field.name'),
          sort: 'name',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              {name(r)}
              <chakra.small display="block" color="ink3" className="num">
                {r.phone ?? '–'} · {r.dealer?.name ?? '–'}
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
  }, [t, number]);
}

export function AppStatus({ status }: { status: CustomerRow['appStatus'] }) {
  const { t } = useI18n();
  return <StateLabel state={status === 'registered' ? 'normal' : 'off'}>{t(`customer.app.${status}`)}</StateLabel>;
}

/** Only what is missing calls for somebody. */
export function TermState({ state }: { state: CustomerRow['requiredTerms'] }) {
  const { t } = useI18n();
  if (state === 'agreed') return t('customer.termState.agreed');
  return <StateLabel state="watch">{t(`customer.termState.${state}`)}</StateLabel>;
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
