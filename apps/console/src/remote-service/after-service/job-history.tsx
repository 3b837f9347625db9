import { chakra } from '@chakra-ui/react';
import { afterService, jobResults, type JobRow, jobStates } from '@headland/contracts/after-service';
import { serviceJobListColumns } from '@headland/i18n/columns/service-jobs';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useMemo } from 'react';
import { Problem } from '../../lib/call';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { Panel, Section } from '../../ui/panel';
import { Pictures } from '../../ui/pictures';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import type { HistoryFrame } from '../remote-diagnosis/history-frame';
import { JobFacts } from './job-facts';
import { JobPrint } from './job-print';
import { JobPdf } from './job-report';
import { JobStateLabel } from './job-labels';
import { useWriteName, WriteFacts } from './write-result';

/** Every job on one vehicle; a row opens its sheet, with what was written under it. */
export function JobHistory({ vehicleId, title, actions, tabs }: HistoryFrame) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(afterService.jobs, { params: { id: vehicleId } });
  const { filter: f, set } = list;
  const columns = useColumns();
  const phone = useMemo(() => phoneOf(i18n), [i18n]);
  return (
    <ListPage<JobRow>
      title={title}
      list={list}
      exportAs="serviceJobs"
      tabs={tabs}
      actions={actions}
      filters={
        <FilterBar onReset={list.reset}>
          <FilterDates label={t('serviceJob.startedAt')} of={afterService.jobs.query} filter={f} onApply={set} />
          <FilterMany
            label={t('serviceJob.state')}
            values={f.state}
            options={jobStates.map((value) => ({ value, label: t(`serviceJobState.${value}`) }))}
            onApply={(state) => set({ state })}
          />
          <FilterMany
            label={t('serviceJob.result')}
            values={f.result}
            options={jobResults.map((value) => ({ value, label: t(`serviceJobResult.${value}`) }))}
            onApply={(result) => set({ result })}
          />
          <FilterText label={t('serviceJob.partCode')} value={f.part} onApply={(part) => set({ part })} width="140px" />
          <FilterText label={t('serviceJob.by')} value={f.by} onApply={(by) => set({ by })} width="150px" />
        </FilterBar>
      }
      table={{ columns, phone, idOf, signature }}
      detail={
        list.openId === null ? null : (
          <JobPanel key={list.openId} vehicleId={vehicleId} jobId={list.openId} onClose={() => list.open(null)} />
        )
      }
      detailWidth="560px"
      empty={{ title: t('afterServiceHistory.noJobs'), text: t('afterServiceHistory.noJobsText') }}
    />
  );
}

const idOf = (r: JobRow): number => r.id;
const signature = (r: JobRow): string => `${r.state} ${r.result} ${r.closedAt}`;

function useColumns(): Column<JobRow>[] {
  const { number } = useI18n();
  const c = useListColumns(serviceJobListColumns);
  return useMemo(
    () => [
      { ...c.id, width: '88px', identity: true },
      { ...c.startedAt, width: '164px' },
      { ...c.state, width: '124px', cell: (r) => <JobStateLabel state={r.state} /> },
      { ...c.symptom, width: '240px', cell: (r) => <span title={r.symptom}>{r.symptom}</span> },
      { ...c.fault, yields: true, cell: (r) => r.fault?.code ?? '–' },
      { ...c.visitOn, yields: true },
      { ...c.workDone, hidden: true, yields: true },
      {
        ...c.parts,
        yields: true,
        cell: (r) => r.parts.map((p) => `${number(p.count)} × ${p.partCode}`).join(', ') || '–',
      },
      { ...c.labourMinutes, yields: true },
      { ...c.writes, yields: true },
      c.result,
      { ...c.closedAt, width: '164px', yields: true },
      c.by,
      { ...c.organization, yields: true },
    ],
    [c, number],
  );
}

const phoneOf = ({ t }: I18n): Column<JobRow>[] => [
  {
    key: 'job',
    title: t('afterServiceHistory.tab.jobs'),
    cell: (r) => (
      <>
        <b className="num">{r.id}</b> <JobStateLabel state={r.state} /> {r.symptom}
        <br />
        <span className="num">{momentText(r.startedAt)}</span> · {r.by}
      </>
    ),
  },
];

function JobPanel({ vehicleId, jobId, onClose }: { vehicleId: number; jobId: number; onClose: () => void }) {
  const { t } = useI18n();
  const nameOf = useWriteName();
  const { data: job, error, refetch } = useQuery(query(afterService.get, { params: { jobId } }));
  const writes =
    useQuery(query(afterService.writes, { params: { id: vehicleId }, query: { jobId, size: 100 } })).data?.rows ?? [];
  const title = t('serviceJob.title', { id: jobId });
  const missing = error instanceof Problem && error.code === 'NOT_FOUND';
  if (job === undefined || job.vehicle.id !== vehicleId)
    return (
      <Panel title={title} onClose={onClose}>
        {missing || job !== undefined ? (
          <EmptyState title={t('afterServiceHistory.missing')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
      </Panel>
    );
  return (
    <Panel
      title={title}
      label={title}
      over={<JobStateLabel state={job.state} />}
      under={<span className="num">{job.vehicle.vin}</span>}
      onClose={onClose}
      foot={
        <>
          <JobPdf jobId={jobId} />{' '}
          <Button icon={<Printer size={15} />} onClick={() => window.print()}>
            {t('serviceHistory.print')}
          </Button>
        </>
      }
    >
      <Section>
        <JobFacts job={job} />
      </Section>
      <Section title={`${t('serviceJob.writes')} ${writes.length}`}>
        {writes.length === 0 && t('serviceHistory.none')}
        {writes.map((row) => (
          <chakra.article key={row.id} aria-label={nameOf(row)} mb="4">
            <b>{nameOf(row)}</b>
            <WriteFacts row={row} />
          </chakra.article>
        ))}
      </Section>
      <Section title={t('image.list')}>
        <Pictures pictures={job.images} name={title} remove={null} />
      </Section>
      <JobPrint job={job} writes={writes} />
    </Panel>
  );
}
