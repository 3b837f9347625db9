import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import type { RecordList } from '../../ui/with-record';

/** The link back from the pages of a vehicle. */
export function useProgramList(): RecordList {
  const { t } = useI18n();
  return useMemo(() => ({ to: '/reProgram', label: t('reprogram.toList'), missing: t('reprogram.missing') }), [t]);
}
