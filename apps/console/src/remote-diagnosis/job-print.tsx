import { chakra } from '@chakra-ui/react';
import type { ServiceJob, WriteRow } from '@headland/contracts/after-service';
import { useWords } from '../lib/text';
import { PrintPart, PrintSheet } from '../ui/print-sheet';
import { JobFacts } from './job-facts';
import { useWriteName, WriteFacts } from './write-result';

/** A job as the printer gets it, while it is open. */
export function JobPrint({ job, writes }: { job: ServiceJob; writes: readonly WriteRow[] }) {
  const { t } = useWords();
  const nameOf = useWriteName();
  const { model, vin } = job.vehicle;
  return (
    <PrintSheet title={t('jobReport.title')} under={[t('serviceJob.title', { id: job.id }), model, vin, t(`serviceJobState.${job.state}`)].join(' · ')}>
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
    </PrintSheet>
  );
}
