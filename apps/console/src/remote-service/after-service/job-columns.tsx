import type { AfterServiceRow } from '@headland/contracts/after-service';
import { afterService } from '@headland/contracts/after-service';
import { afterServiceListColumns } from '@headland/i18n/columns/after-service';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { useListColumns } from '../../ui/list-columns';
import { useServiceColumns } from '../../ui/service/service-columns';
import type { Column } from '../../ui/table';
import { JobStateLabel } from './job-labels';

type C = Column<AfterServiceRow>;
/** The newest job of each machine among what the lists of remote service share, and the button that starts one where none is open. */
export function useJobColumns(onStart: (row: AfterServiceRow) => void): { columns: C[]; phone: C[] } {
  const { t } = useI18n();
  const may = useCan()(afterService.startJob.allow);
  const c = useListColumns(afterServiceListColumns);
  const own = useMemo(() => {
    const columns: C[] = [
      { ...c.jobNo, width: '88px' },
      {
        ...c.jobState,
        width: '124px',
        cell: (r) => (r.job === null ? '–' : <JobStateLabel state={r.job.state} />),
      },
      { ...c.symptom, width: '220px', cell: (r) => <span title={r.job?.symptom}>{r.job?.symptom ?? '–'}</span> },
      { ...c.fault, width: '104px' },
      { ...c.person, width: '104px' },
    ];
    if (may)
      columns.push({
        key: 'start',
        title: t('serviceJob.start'),
        width: '112px',
        exports: [],
        cell: (r) =>
          r.job === null || r.job.state === 'closed' ? (
            <Button
              kind="link"
              aria-label={t('serviceJob.startOf', { vin: r.vin })}
              onClick={(e) => {
                e.stopPropagation();
                onStart(r);
              }}
            >
              {t('serviceJob.start')}
            </Button>
          ) : null,
      });
    return {
      columns,
      under: (r: AfterServiceRow) =>
        r.job === null ? `${r.model} · ${r.dealer.name}` : `${r.job.id} · ${r.job.symptom}`,
      over: (r: AfterServiceRow) =>
        r.job === null ? t('serviceJobState.none') : <JobStateLabel state={r.job.state} />,
    };
  }, [t, c, may, onStart]);
  return useServiceColumns('/afterServiceHistory', own);
}
