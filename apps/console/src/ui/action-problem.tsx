import type { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { LockedNote } from './locked-note';
import { ActError } from './states';

/** Why an action failed. A conflict with a colleague is shown as information, with who, when and what, and the action can be sent again. */
export function ActProblem({ problem }: { problem: Problem }) {
  const { t, problem: text } = useI18n();
  if (problem.code !== 'CHANGED_MEANWHILE') return <ActError error={problem} />;
  return (
    <LockedNote>
      {text(problem)} {t('act.sendAgain')}
    </LockedNote>
  );
}
