import type { JobPage } from '@headland/contracts/after-service';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import type { Option } from '../../ui/field';

type Fault = JobPage['faults'][number];
/** The fault reports that a job may be about, by code and name; none first. One that is linked stays a choice, whatever became of it. */
export function useFaultOptions(open: readonly Fault[], linked: Fault | null = null): Option[] {
  const { t, of } = useI18n();
  return useMemo(() => {
    const all = linked === null || open.some((f) => f.id === linked.id) ? open : [linked, ...open];
    return [
      { value: '', label: t('serviceJob.noFault') },
      ...all.map((f) => ({ value: String(f.id), label: `${f.code} · ${of(f.name)}` })),
    ];
  }, [open, linked, t, of]);
}
