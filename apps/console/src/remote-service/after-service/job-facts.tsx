import type { ServiceJob } from '@headland/contracts/after-service';
import { faults } from '@headland/contracts/fault';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { LongText, TextLink } from '../../ui/detail-page';
import { Facts } from '../../ui/panel';

type Shown = Pick<
  ServiceJob,
  | 'symptom'
  | 'fault'
  | 'visitOn'
  | 'workDone'
  | 'parts'
  | 'labourMinutes'
  | 'result'
  | 'startedAt'
  | 'by'
  | 'organization'
  | 'begunAt'
  | 'closedAt'
  | 'closedBy'
>;
/** A job as it is on record, for who only reads it and once it is closed. */
export function JobFacts({ job }: { job: Shown }) {
  const { t, of, number } = useI18n();
  const can = useCan();
  const { fault } = job;
  const moment = (at: string | null): string => (at === null ? '–' : momentText(at));
  return (
    <Facts
      rows={[
        [t('serviceJob.symptom'), <LongText key="s" text={job.symptom} />],
        [
          t('serviceJob.fault'),
          fault === null ? (
            '–'
          ) : (
            <TextLink
              key="f"
              to={can(faults.list.allow) ? '/breakdown' : null}
              search={{ tab: 'all', id: String(fault.id) }}
            >
              {fault.code} · {of(fault.name)}
            </TextLink>
          ),
        ],
        [t('serviceJob.visitOn'), job.visitOn],
        [t('serviceJob.workDone'), <LongText key="w" text={job.workDone ?? ''} />],
        [
          t('serviceJob.parts'),
          job.parts.length === 0 ? '–' : job.parts.map((p) => `${number(p.count)} × ${p.partCode}`).join(', '),
        ],
        [
          t('serviceJob.labourMinutes'),
          job.labourMinutes === null ? '–' : `${number(job.labourMinutes)} ${t('serviceJob.minutes')}`,
        ],
        [t('serviceJob.result'), job.result === null ? '–' : t(`serviceJobResult.${job.result}`)],
        [t('serviceJob.startedAt'), `${momentText(job.startedAt)} · ${job.by}, ${job.organization}`],
        [t('serviceJob.begunAt'), moment(job.begunAt)],
        [
          t('serviceJob.closedAt'),
          job.closedAt === null ? '–' : `${momentText(job.closedAt)} · ${job.closedBy ?? '–'}`,
        ],
      ]}
    />
  );
}
