import { useCallback } from 'react';
import { useI18n } from '../../lib/i18n';
import type { Mark } from './course-marks';

/** The text of a mark: "Fault report E0324 · Critical". */
export function useMarkText(): (mark: Mark) => string {
  const { t } = useI18n();
  return useCallback(
    ({ fault, sos }: Mark) =>
      fault
        ? `${t('course.fault')} ${fault.code} · ${t(`severity.${fault.severity}`)}`
        : `${t('course.sos')} · ${t(`sosType.${sos ?? 'button'}`)}`,
    [t],
  );
}
