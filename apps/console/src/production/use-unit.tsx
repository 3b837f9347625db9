import { production, type ProductionDetail } from '@headland/contracts/production';
import type { ReactNode } from 'react';
import { useWords } from '../lib/text';
import { type RecordList, WithRecord } from '../ui/with-record';

/** The list that a unit belongs to. */
export function useUnitList(): RecordList {
  const { t } = useWords();
  return { to: '/production', label: t('production.toList'), missing: t('production.missing') };
}

/** The unit of the address as it is read. */
export function WithUnit({ children }: { children: (unit: ProductionDetail, look: () => Promise<ProductionDetail | undefined>) => ReactNode }) {
  return (
    <WithRecord endpoint={production.get} list={useUnitList()}>
      {children}
    </WithRecord>
  );
}
