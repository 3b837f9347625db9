import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
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
