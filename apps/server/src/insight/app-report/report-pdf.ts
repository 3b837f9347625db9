import type { AppReport } from '@headland/contracts/app-report';
import { hoursOf, reportFigures, weeksOfMonth } from '@headland/domain/monthly-report';
import { embeddedText, type EmbeddedKey } from '@headland/i18n/embedded-texts';
import type { Language } from '@headland/i18n/messages';
import {
  changeText,
  figureText,
  loadBandTexts,
  momentText,
  monthText,
  numberText,
  unknown,
  weekdayText,
} from '@headland/i18n/report-text';
import type { Report, Section } from '../../platform/pdf/make-pdf';

type T = (key: EmbeddedKey, values?: Record<string, string | number>) => string;

export const reportName = ({ vin, month }: Pick<AppReport, 'vin' | 'month'>): string => `Report_${vin}_${month}.pdf`;

/** The monthly report as a document: the same figures, in the same order, as on the page. */
export function reportPdf(report: AppReport, language: Language, now: Date): Report {
  const t: T = (key, values) => embeddedText(language, key, values);
  const [operatingTime, ...driving] = figureRows(report, language, t);
  const month = monthText(language, report.month);
  return {
    title: t('appReport.title'),
    subtitle: `${report.model} · ${report.vin}`,
    sections: [
      {
        heading: report.soFar ? `${month} · ${t('appReport.soFar')}` : month,
        ...(hasData(report) ? {} : { text: t('appReport.noData') }),
        values: [
          [t('appReport.model'), report.model],
          [t('appReport.vin'), report.vin],
          ...(operatingTime === undefined ? [] : [operatingTime]),
        ],
      },
      { heading: t('appReport.driving'), values: driving },
      calendar(report, language, t),
      shares(report, t),
      errors(report, t),
      engine(report, language, t),
    ],
    footer: t('appReport.footer', { at: momentText(now.toISOString(), report.timeZone), zone: report.timeZone }),
    madeAt: now,
  };
}

const hasData = ({ figures }: AppReport): boolean => figures.runMs !== null;

function figureRows({ units, figures, before }: AppReport, language: Language, t: T): [string, string][] {
  return reportFigures(units, figures, before.figures).map((figure) => {
    const change = changeText(language, figure, before.month);
    const shown = figureText(language, figure);
    return [t(`appReport.${figure.name}`), change === null ? shown : `${shown}\n${change.text}`];
  });
}

function calendar({ month, days }: AppReport, language: Language, t: T): Section {
  const ran = new Map(
    days.map(({ day, runMs }) => [day, figureText(language, { value: hoursOf(runMs), unit: 'hours', digits: 1 })]),
  );
  const cell = (day: string | null): string => (day === null ? '' : `${Number(day.slice(8))}\n${ran.get(day) ?? ' '}`);
  return {
    heading: t('appReport.operatingDays'),
    table: {
      head: Array.from({ length: 7 }, (_, i) => weekdayText(language, i)),
      rows: weeksOfMonth(month).map((week) => week.map(cell)),
      widths: Array.from({ length: 7 }, () => '*'),
    },
  };
}

/** Slate, its lighter tint and grey: distinguishable in a grey print, too. */
const barColours = ['#9aa3ab', '#3d5871', '#9fb6cc'] as const;

function shares({ figures }: AppReport, t: T): Section {
  const parts = [
    [t('appReport.idle'), figures.idlePercent],
    [t('appReport.work'), figures.workPercent],
    [t('appReport.drive'), figures.drivePercent],
  ] as const;
  const heading = t('appReport.shares');
  const text = parts.map(([label, percent]) => `${label} ${percent === null ? unknown : `${percent}%`}`).join('   ');
  if (parts.some(([, percent]) => percent === null)) return { heading, text };
  let x = 0;
  const bars = parts.map(([, percent], i) => {
    const width = (percent ?? 0) * 5.07;
    const bar = `<rect x="${x}" y="0" width="${Math.max(0, width - 1)}" height="12" fill="${barColours[i]}"/>`;
    x += width;
    return bar;
  });
  return {
    heading,
    text,
    drawing: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 507 12">${bars.join('')}</svg>`,
  };
}

const errors = ({ errors: list, timeZone, figures }: AppReport, t: T): Section =>
  list.length === 0
    ? { heading: t('appReport.errors'), text: figures.runMs === null ? unknown : t('appReport.noErrors') }
    : {
        heading: `${t('appReport.errors')} · ${t('appReport.errorCount', { n: list.length })}`,
        table: {
          head: [t('appReport.errorCode'), t('appReport.errorName'), t('appReport.occurredAt')],
          rows: list.map((e) => [e.code, e.name, momentText(e.occurredAt, timeZone)]),
          widths: [70, '*', 110],
        },
      };

const engine = ({ figures: { loadMs, meanRpm } }: AppReport, language: Language, t: T): Section => ({
  heading: t('appReport.engine'),
  table: {
    head: [t('appReport.load'), ...loadBandTexts.map((band) => `${band} %`), t('appReport.meanRpm')],
    rows: [
      [
        t('appReport.unit.hours'),
        ...loadBandTexts.map((_, i) => numberText(language, loadMs === null ? null : hoursOf(loadMs[i] ?? 0), 1)),
        meanRpm === null ? unknown : `${numberText(language, meanRpm)} rpm`,
      ],
    ],
    widths: ['*', '*', '*', '*', '*', 100],
  },
});
