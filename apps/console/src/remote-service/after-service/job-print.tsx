import { chakra } from '@chakra-ui/react';
import type { ServiceJob, WriteRow } from '@headland/contracts/after-service';
import { useI18n } from '../../lib/i18n';
import { PrintPart, PrintReport } from '../../ui/print-report';
import { JobFacts } from './job-facts';
import { useWriteName, WriteFacts } from './write-result';

/** A job as the printer gets it, while it is open. */
export function JobPrint({ job, writes }: { job: ServiceJob; writes: readonly WriteRow[] }) {
  const { t } = useI18n();
  const nameOf = useWriteName();
  const { model, vin } = job.vehicle;
  return (
    <PrintReport
      title={t('jobReport.title')}
      under={[t('serviceJob.title', { id: job.id }), model, vin, t(`serviceJobState.${job.state}`)].join(' · ')}
    >
      <JobFacts job={job} />
      {writes.length > 0 && (
        <PrintPart title={t('serviceJob.writes')}>
          {writes.map((row) => (
            <chakra.div key={row.id} breakInside="avoid" mb="3">
              <b>{nameOf(row)}</b>
              <WriteFacts row={row} />
            </chakra.div>
          ))}
        </PrintPart>
      )}
    </PrintReport>
  );
}
