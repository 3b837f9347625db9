import { useMemo } from 'react';
import { useWords } from '../lib/text';
import type { RecordList } from '../ui/with-record';

/** Where the pages of a vehicle lead back to. */
export function useProgramList(): RecordList {
  const { t } = useWords();
  return useMemo(() => ({ to: '/reProgram', label: t('reprogram.toList'), missing: t('reprogram.missing') }), [t]);
}
