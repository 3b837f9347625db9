import { chakra } from '@chakra-ui/react';
import type { DriveTotals } from '@headland/contracts/drive-data';
import { useI18n } from '../../lib/i18n';

/** The days that are shown: as of the last one, or so far if that is today. Stored sums may be minutes old. */
export function PeriodNote({
  period: { from, to, soFar },
  stored = false,
}: {
  period: Pick<DriveTotals, 'from' | 'to' | 'soFar'>;
  stored?: boolean;
}) {
  const { t } = useI18n();
  return (
    <chakra.span ml="3" textStyle="dense" color="ink2" className="num">
      {t(soFar ? 'driveData.soFar' : 'driveData.asOf', { from, to })}
      {stored && ` · ${t('driveData.stored')}`}
    </chakra.span>
  );
}
