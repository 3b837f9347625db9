import type { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { LockedNote } from './locked-note';
import { ErrorState } from './states';

/** Why an act was not done. What a colleague did meanwhile is said calmly, with who, when and what, and it can be sent again. */
export function ActProblem({ problem }: { problem: Problem }) {
  const { t, problem: text } = useI18n();
  if (problem.code !== 'CHANGED_MEANWHILE') return <ErrorState compact error={problem} />;
  return (
    <LockedNote>
      {text(problem)} {t('act.sendAgain')}
    </LockedNote>
  );
}
