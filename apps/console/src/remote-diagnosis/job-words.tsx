import type { JobState } from '@headland/contracts/after-service';
import { useT } from '../lib/text';
import type { State } from '../ui/state-mark';
import { StateWord } from '../ui/status-chip';

export const stateOfJob: Record<JobState, State> = { open: 'today', inProgress: 'watch', closed: 'off' };

export function JobStateWord({ state }: { state: JobState }) {
  const t = useT();
  return <StateWord state={stateOfJob[state]}>{t(`serviceJobState.${state}`)}</StateWord>;
}
