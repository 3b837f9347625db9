import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AppReport, ReportMail } from '@headland/contracts/app-report';
import { mailedMonth, monthBounds, reportFigures } from '@headland/domain/monthly-report';
import { formatMessage } from '@headland/i18n/format-message';
import type { Language } from '@headland/i18n/messages';
import { changeText, figureText, monthText, unknown } from '@headland/i18n/report-text';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { paced } from '../../platform/paced';
import { AppReportReads } from './app-report.reads';

/** Somebody with more gets the first of them: the app has all. */
const maxMachines = 100;

/** Names the e-mail of a customer and month in the delivery log, where it is unique. */
export const mailReason = (customerId: number | string, month: string): string =>
  `monthly-report:${customerId}:${month}`;

/** SQL for a customer `c` who asked for the e-mail and can have it. */
export const wantsMail =
  "c.monthly_report_mail AND c.app_status = 'registered' AND c.removed_at IS NULL AND c.email IS NOT NULL AND c.email <> ''";

export async function reportMailOf(tx: Tx, customerId: number): Promise<ReportMail> {
  const [row] = await tx.query<ReportMail[]>(
    "SELECT monthly_report_mail AS monthly, NULLIF(email, '') AS email FROM customer WHERE id = $1",
    [customerId],
  );
  return row ?? { monthly: false, email: null };
}

export interface MailFacts {
  name: string;
  email: string;
  language: Language;
  organizationId: number;
  /** present machines that were the customer's in the month */
  vehicleIds: number[];
}

/** The recipients of the monthly report by e-mail, and its content. */
@Injectable()
export class ReportMailReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly reports: AppReportReads,
  ) {}

  /** The month that is due now; null: none. */
  month(): string | null {
    return mailedMonth(this.now().getTime(), this.config.PRODUCT_TIME_ZONE);
  }

  async due(): Promise<number[]> {
    const month = this.month();
    if (month === null) return [];
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT c.id FROM customer c WHERE ${wantsMail} AND EXISTS (${ownedIn('c.id', '$1')})
         AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.reason = replace($2::text, '*', c.id::text)) ORDER BY c.id LIMIT 500`,
      [this.endOf(month), mailReason('*', month)],
    );
    return rows.map((r) => r.id);
  }

  /** Null: nothing is to be sent. */
  async facts(customerId: number, month: string, tx: Tx = this.database): Promise<MailFacts | null> {
    const [row] = await tx.query<MailFacts[]>(
      `SELECT c.name, c.email, c.language, ARRAY(${ownedIn('c.id', '$2')} ORDER BY v.id LIMIT ${maxMachines}) AS "vehicleIds",
         COALESCE(c.organization_id, (SELECT v.organization_id FROM vehicle v WHERE v.customer_id = c.id ORDER BY v.id LIMIT 1)) AS "organizationId"
       FROM customer c WHERE c.id = $1 AND ${wantsMail}`,
      [customerId, this.endOf(month)],
    );
    return row === undefined || row.vehicleIds.length === 0 ? null : row;
  }

  /** In the customer's language, by days of the product's zone. */
  async letter(
    customerId: number,
    month: string,
    { name, language, vehicleIds }: MailFacts,
  ): Promise<{ title: string; text: string }> {
    const timeZone = this.config.PRODUCT_TIME_ZONE;
    const parts: string[] = [];
    for (const id of vehicleIds) {
      const report = await paced(() => this.reports.report(id, month, { customerId, language, timeZone }));
      parts.push(paragraph(report, language));
    }
    const named = monthText(language, month);
    return {
      title: formatMessage(language, 'reportMail.title', { month: named }),
      text: [
        formatMessage(language, 'reportMail.greeting', { name, month: named }),
        ...parts,
        formatMessage(language, 'reportMail.open'),
        formatMessage(language, 'reportMail.end'),
      ].join('\n\n'),
    };
  }

  private endOf(month: string): Date {
    return new Date(monthBounds(month, this.config.PRODUCT_TIME_ZONE).to);
  }
}

/** Machines that are a customer's now and were so before the end of a month. */
const ownedIn = (customer: string, end: string): string =>
  `SELECT v.id FROM vehicle v WHERE v.customer_id = ${customer} AND EXISTS (SELECT 1 FROM vehicle_owner w
     WHERE w.vehicle_id = v.id AND w.customer_id = ${customer} AND (w.since IS NULL OR w.since < ${end}))`;

/** A machine without data is marked. */
function paragraph({ model, vin, units, figures, before, errors }: AppReport, language: Language): string {
  const head = `${model} · ${vin}`;
  if (figures.runMs === null) return `${head}\n${formatMessage(language, 'reportMail.noData')}`;
  const line = (label: string, value: string): string => formatMessage(language, 'reportMail.line', { label, value });
  const percent = (value: number | null): string => (value === null ? unknown : `${value}%`);
  const part = (name: 'idle' | 'work' | 'drive', value: number | null): string =>
    `${formatMessage(language, `appReport.${name}`)} ${percent(value)}`;
  return [
    head,
    ...reportFigures(units, figures, before.figures).map((figure) => {
      const change = changeText(language, figure, before.month);
      const shown = figureText(language, figure);
      const value = change === null ? shown : `${shown} (${change.text})`;
      return line(formatMessage(language, `appReport.${figure.name}`), value);
    }),
    [part('idle', figures.idlePercent), part('work', figures.workPercent), part('drive', figures.drivePercent)].join(
      ', ',
    ),
    line(
      formatMessage(language, 'appReport.errors'),
      errors.length === 0
        ? formatMessage(language, 'appReport.noErrors')
        : errors.map((e) => `${e.code} ${e.name}`).join(', '),
    ),
  ].join('\n');
}
