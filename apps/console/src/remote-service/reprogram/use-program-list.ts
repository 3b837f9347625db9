import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import type { RecordList } from '../../ui/with-record';

/** Where the pages of a vehicle lead back to. */
export function useProgramList(): RecordList {
  const { t } = useI18n();
  return useMemo(() => ({ to: '/reProgram', label: t('reprogram.toList'), missing: t('reprogram.missing') }), [t]);
}
