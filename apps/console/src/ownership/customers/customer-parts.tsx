import { chakra } from '@chakra-ui/react';
import { type CustomerRow, customers } from '@headland/contracts/customer';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { type RecordScreens, useRecordList } from '../../ui/records/record-screens';
import { StateLabel } from '../../ui/status-chip';
import type { RecordList } from '../../ui/with-record';

export const customerScreens = {
  kind: 'customer',
  endpoints: customers,
  list: '/customer',
  detail: '/customerDetail',
  register: '/customerRegi',
  edit: '/customerRegi',
} as const satisfies RecordScreens;
export const useCustomerList = (): RecordList => useRecordList(customerScreens);

/** To a row of another list, open there. */
export function OpenIn({ to, search, children }: { to: string; search: Record<string, string>; children: ReactNode }) {
  return (
    <chakra.span color="accent" fontWeight="500" css={{ '& a:hover': { textDecoration: 'underline' } }}>
      <Link to={to} search={search}>
        {children}
      </Link>
    </chakra.span>
  );
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
