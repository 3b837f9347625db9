import { production, type ProductionDetail } from '@headland/contracts/production';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { type RecordList, WithRecord } from '../../ui/with-record';

/** The list that a unit belongs to. */
export function useUnitList(): RecordList {
  const { t } = useI18n();
  return { to: '/production', label: t('production.toList'), missing: t('production.missing') };
}

/** The unit of the address as it is read. */
export function WithUnit({
  fresh = false,
  children,
}: {
  /** for a form */
  fresh?: boolean;
  children: (unit: ProductionDetail, refetch: () => Promise<ProductionDetail | undefined>) => ReactNode;
}) {
  return (
    <WithRecord endpoint={production.get} list={useUnitList()} fresh={fresh}>
      {children}
    </WithRecord>
  );
}
