import { chakra } from '@chakra-ui/react';
import type { CustomerRow } from '@headland/contracts/customer';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { StateLabel } from '../../ui/status-chip';
import type { RecordList } from '../../ui/with-record';

export function useCustomerList(): RecordList {
  const { t } = useI18n();
  return { to: '/customer', label: t('customer.toList'), missing: t('customer.missing') };
}

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
