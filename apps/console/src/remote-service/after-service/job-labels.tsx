import type { JobState } from '@headland/contracts/after-service';
import { useT } from '../../lib/i18n';
import type { State } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';

export const stateOfJob: Record<JobState, State> = { open: 'today', inProgress: 'watch', closed: 'off' };

export function JobStateLabel({ state }: { state: JobState }) {
  const t = useT();
  return <StateLabel state={stateOfJob[state]}>{t(`serviceJobState.${state}`)}</StateLabel>;
}
