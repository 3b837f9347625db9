import type { AfterServiceRow } from '@headland/contracts/after-service';
import { afterService } from '@headland/contracts/after-service';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { useServiceColumns } from '../../ui/service/service-columns';
import type { Column } from '../../ui/table';
import { JobStateLabel } from './job-labels';

type C = Column<AfterServiceRow>;
/** The newest job of each machine among what the lists of remote service share, and the button that starts one where none is open. */
export function useJobColumns(onStart: (row: AfterServiceRow) => void): { columns: C[]; phone: C[] } {
  const { t } = useI18n();
  const may = useCan()(afterService.startJob.allow);
  const own = useMemo(() => {
    const columns: C[] = [
      {
        key: 'jobNo',
        title: t('serviceJob.no'),
        sort: 'jobNo',
        align: 'right',
        width: '88px',
        cell: (r) => <span className="num">{r.job?.id ?? '–'}</span>,
      },
      {
        key: 'jobState',
        title: t('serviceJob.state'),
        width: '124px',
        cell: (r) => (r.job === null ? '–' : <JobStateLabel state={r.job.state} />),
      },
      {
        key: 'symptom',
        title: t('serviceJob.symptom'),
        width: '220px',
        cell: (r) => <span title={r.job?.symptom}>{r.job?.symptom ?? '–'}</span>,
      },
      {
        key: 'fault',
        title: t('serviceJob.fault'),
        width: '104px',
        cell: (r) => <span className="num">{r.job?.fault?.code ?? '–'}</span>,
      },
      { key: 'person', title: t('serviceJob.by'), width: '104px', cell: (r) => r.job?.by ?? '–' },
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
  }, [t, may, onStart]);
  return useServiceColumns('/afterServiceHistory', own);
}
