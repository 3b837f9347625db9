import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceJob, WriteRow } from '@headland/contracts/after-service';
import type { Streamed } from '@headland/contracts/endpoint';
import type { Language } from '@headland/i18n/messages';
import { writtenNew, writtenOld, writtenWhere } from '@headland/i18n/service-labels';
import { CLOCK, type Clock } from '../../platform/clock';
import { Semaphore } from '../../platform/semaphore';
import { makePdf, type Section, type Report } from '../../platform/pdf/make-pdf';
import type { Caller } from '../../platform/caller';
import { JobReads } from './job.reads';
import { minutesIn, formatterIn, type Formatter } from './formatter';
import { writesOfJob } from './write.reads';

/** The sheet of a job on paper: what was wrong, what was done and fitted, what was written into the engine and by whose word. */
@Injectable()
export class JobReports {
  /** Setting the type keeps a processor busy: one sheet at a time */
  private readonly inTurn = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: JobReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async make(jobId: number, caller: Caller): Promise<Streamed> {
    const job = await this.jobs.get(jobId, caller);
    const writes = await writesOfJob(this.database.manager, job.vehicle.id, jobId);
    const sheet = jobReport(job, writes, {
      formatter: formatterIn(caller.language),
      language: caller.language,
      timeZone: caller.timeZone,
      now: this.now(),
    });
    const bytes = await this.inTurn.run(() => makePdf(sheet));
    return { name: `job_${job.vehicle.vin}_${jobId}.pdf`, bytes };
  }
}

const none = '–';
interface Reader {
  formatter: Formatter;
  language: Language;
  timeZone: string;
  now: Date;
}

export function jobReport(
  job: ServiceJob,
  writes: readonly WriteRow[],
  { formatter, language, timeZone, now }: Reader,
): Report {
  const { t, number } = formatter;
  const stamp = minutesIn(timeZone);
  const moment = (iso: string | null): string => (iso === null ? none : stamp(iso));
  const result = job.result === null ? t(`serviceJobState.${job.state}`) : t(`serviceJobResult.${job.result}`);
  return {
    title: `${t('jobReport.title')} ${job.id}`,
    subtitle: `${job.vehicle.model} · ${job.vehicle.vin} · ${result}`,
    sections: [
      {
        heading: t('jobReport.about'),
        values: [
          [t('serviceJob.no'), String(job.id)],
          [t('serviceJob.state'), t(`serviceJobState.${job.state}`)],
          [t('serviceJob.result'), job.result === null ? none : t(`serviceJobResult.${job.result}`)],
          [t('serviceJob.visitOn'), job.visitOn],
          [t('serviceJob.labour'), job.labourMinutes === null ? none : number(job.labourMinutes, 0)],
          [t('serviceJob.fault'), job.fault === null ? none : `${job.fault.code} ${job.fault.name[language]}`],
          [t('serviceJob.startedAt'), moment(job.startedAt)],
          [t('serviceJob.by'), `${job.by}, ${job.organization}`],
          [t('serviceJob.begunAt'), moment(job.begunAt)],
          [t('serviceJob.closedAt'), moment(job.closedAt)],
          [t('serviceJob.closedBy'), job.closedBy ?? none],
          [t('jobReport.images'), number(job.images.length, 0)],
        ],
      },
      { heading: t('serviceJob.symptom'), text: job.symptom },
      { heading: t('serviceJob.workDone'), text: job.workDone ?? none },
      parts(job, formatter),
      ...(writes.length === 0 ? [] : [written(writes, formatter, moment)]),
    ],
    footer: t('jobReport.footer', { id: job.id, at: stamp(now.toISOString()), zone: timeZone }),
    madeAt: now,
  };
}

const parts = ({ parts: fitted }: ServiceJob, { t, number }: Formatter): Section =>
  fitted.length === 0
    ? { heading: t('serviceJob.parts'), text: t('jobReport.none') }
    : {
        heading: t('serviceJob.parts'),
        table: {
          head: [t('serviceJob.partCode'), t('serviceJob.count')],
          widths: ['*', 90],
          rows: fitted.map((p) => [p.partCode, number(p.count, 0)]),
        },
      };

function written(writes: readonly WriteRow[], formatter: Formatter, moment: (iso: string) => string): Section {
  const { t } = formatter;
  return {
    heading: t('serviceJob.writes'),
    table: {
      head: [
        t('serviceWork.at'),
        t('serviceWrite.where'),
        t('serviceWork.old'),
        t('serviceWork.after'),
        t('serviceWork.result'),
        t('serviceJob.by'),
      ],
      widths: [76, 62, '*', '*', 54, 78],
      rows: writes.map((w) => [
        moment(w.at),
        [writtenWhere(formatter, w), w.serial ?? ''].filter((x) => x !== '').join('\n'),
        writtenOld(formatter, w) || none,
        writtenNew(formatter, w) || none,
        [
          t(`serviceWriteResult.${w.result}`),
          w.restored === null ? '' : t(w.restored ? 'serviceWrite.restored.yes' : 'serviceWrite.restored.no'),
        ]
          .filter((x) => x !== '')
          .join('\n'),
        w.approvedBy === null ? w.by : `${w.by}\n+ ${w.approvedBy}`,
      ]),
    },
  };
}
