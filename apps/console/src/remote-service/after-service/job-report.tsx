import { chakra, Flex } from '@chakra-ui/react';
import { afterService, type JobPage, maxJobImages, type ServiceJob } from '@headland/contracts/after-service';
import { faults } from '@headland/contracts/fault';
import { useQuery } from '@tanstack/react-query';
import { FileDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../lib/save-file';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call, query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { LockedNote } from '../../ui/locked-note';
import { AddPicture, Pictures } from '../../ui/pictures';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Completable, CompleteFault } from './close-job';
import { JobFacts } from './job-facts';
import { JobForm } from './job-form';
import { JobStateLabel } from './job-labels';
import { StartJob } from './start-job';

interface Props {
  vehicle: { id: number; vin: string };
  /** a job is not closed while a test runs on its machine */
  testRuns: boolean;
}
/** The sheet of the newest job on a machine: written while the job is open, locked once it is closed. */
export function JobReport({ vehicle, testRuns }: Props) {
  const { t } = useI18n();
  const may = useCan()(afterService.startJob.allow);
  const { data, error, refetch } = useQuery(query(afterService.job, { params: { id: vehicle.id } }));
  const [starting, setStarting] = useState(false);
  const [completable, setCompletable] = useState<Completable | null>(null);
  const mayComplete = useCan()(faults.complete.allow);
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />;
  const { job } = data;
  const startButton = may && (job === null || job.state === 'closed') && (
    <Button kind="primary" icon={<Plus size={15} />} onClick={() => setStarting(true)}>
      {t('serviceJob.start')}
    </Button>
  );
  return (
    <>
      {job === null ? (
        <EmptyState
          title={t('serviceJob.none')}
          text={t(may ? 'serviceJob.noneText' : 'serviceJob.noneRead')}
          action={startButton}
        />
      ) : (
        <Sheet
          key={job.id}
          page={{ ...data, job }}
          testRuns={testRuns}
          refetch={() => refetch().then((now) => now.data?.job ?? undefined)}
          onClosed={(fault) => mayComplete && setCompletable(fault)}
          more={startButton}
        />
      )}
      {starting && <StartJob vehicle={vehicle} onClose={() => setStarting(false)} />}
      {completable !== null && <CompleteFault fault={completable} onClose={() => setCompletable(null)} />}
    </>
  );
}

interface SheetProps {
  page: JobPage & { job: ServiceJob };
  testRuns: boolean;
  refetch: () => Promise<ServiceJob | undefined>;
  onClosed: (completable: Completable | null) => void;
  more: React.ReactNode;
}
function Sheet({ page: { job, faults: open }, testRuns, refetch, onClosed, more }: SheetProps) {
  const { t } = useI18n();
  const may = useCan()(afterService.editJob.allow) && job.state !== 'closed';
  return (
    <>
      <Flex gap="3" align="center" wrap="wrap">
        <chakra.h2 textStyle="title" className="num">
          {t('serviceJob.title', { id: job.id })}
        </chakra.h2>
        <JobStateLabel state={job.state} />
        <chakra.span color="ink3" textStyle="dense" className="num">
          {momentText(job.startedAt)} · {job.by}, {job.organization}
        </chakra.span>
        <chakra.span flex="1" />
        <JobPdf jobId={job.id} />
        {more}
      </Flex>
      {job.state === 'closed' && (
        <LockedNote>
          {t('serviceJob.locked', {
            by: job.closedBy ?? '–',
            at: job.closedAt === null ? '–' : momentText(job.closedAt),
          })}
        </LockedNote>
      )}
      {may ? (
        <JobForm job={job} faults={open} refetch={refetch} testRuns={testRuns} onClosed={onClosed} />
      ) : (
        <DetailCard title={t('afterService.tab.job')}>
          <JobFacts job={job} />
        </DetailCard>
      )}
      <JobImages job={job} may={may} />
    </>
  );
}

/** The sheet on paper, as it is saved. */
export function JobPdf({ jobId }: { jobId: number }) {
  const { t } = useI18n();
  const report = useAction(afterService.jobReport, {
    done: (file) => saveFile(file, 'job.pdf', afterService.jobReport.stream),
  });
  return (
    <Button icon={<FileDown size={15} />} busy={report.busy} onClick={() => report.run({ params: { jobId } })}>
      {t('serviceJob.pdf')}
    </Button>
  );
}

/** Pictures of the work; with the end of the job they are locked. */
export function JobImages({ job: { id: jobId, images, vehicle, seenEvent }, may }: { job: ServiceJob; may: boolean }) {
  const { t } = useI18n();
  const invalidate = useInvalidate(afterService.job);
  const remove = useAction(afterService.removeImage, { success: t('image.toast.takenOff'), done: invalidate });
  return (
    <DetailCard
      title={t('image.list')}
      count={images.length}
      actions={
        may && (
          <AddPicture
            count={images.length}
            most={maxJobImages}
            version={seenEvent}
            send={(body, version) =>
              call(afterService.addImage, { params: { jobId }, body: { ...body, version } }).then(invalidate)
            }
          />
        )
      }
    >
      <Pictures
        pictures={images}
        name={`${vehicle.vin} · ${t('serviceJob.title', { id: jobId })}`}
        version={seenEvent}
        remove={
          may
            ? {
                busy: remove.busy,
                run: (imageId, seen) => remove.runAsync({ params: { jobId, imageId }, query: { version: seen } }),
              }
            : null
        }
      />
    </DetailCard>
  );
}
