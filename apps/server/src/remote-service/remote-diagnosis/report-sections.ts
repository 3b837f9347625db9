import {
  type EngineInfo,
  engineInfoFields,
  type ItemValue,
  type StoredFault,
} from '@headland/contracts/device/diagnosis';
import type { HistoryEntry } from '@headland/contracts/diagnosis';
import type { LookUpFault } from '@headland/domain/fault-catalogue';
import { type DiagnosisFormatter, measure, reasonLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { learnedItem } from '@headland/i18n/service-labels';
import type { Language } from '@headland/i18n/messages';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { stampIn } from './csv';

/** The reader of a report: formats numbers, texts and times. */
export interface Reader {
  formatter: DiagnosisFormatter;
  language: Language;
  timeZone: string;
  now: Date;
  /** the current meaning of a code */
  lookUp: LookUpFault;
}
export const none = '–';

/** A moment to the second, in the reader's zone. */
export const momentIn = ({ timeZone }: Pick<Reader, 'timeZone'>): ((iso: string | null) => string) => {
  const stamp = stampIn(timeZone);
  return (iso) => (iso === null ? none : stamp(Date.parse(iso)).slice(0, 19));
};

/** The frame of every report of a history: title and machine above, who printed it when below. */
export function reportOf(
  { row, vehicle }: Pick<HistoryEntry, 'row' | 'vehicle'>,
  found: string | null,
  sections: Section[],
  reader: Reader,
): Report {
  const { t } = reader.formatter;
  const kind = row.test === null ? t(`serviceHistory.kind.${row.kind}`) : testLabel(reader.formatter, row.test);
  return {
    title: `${t(row.kind === 'test' ? 'testReport.title' : 'serviceReport.title')}: ${kind}`,
    subtitle: [vehicle.model, vehicle.vin, ...(found === null ? [] : [found])].join(' · '),
    sections,
    footer: t('serviceReport.footer', {
      kind,
      id: row.id,
      at: momentIn(reader)(reader.now.toISOString()),
      zone: reader.timeZone,
    }),
    madeAt: reader.now,
  };
}

/** When it was, who did it, and why it ended. */
export function aboutSection(
  { row }: Pick<HistoryEntry, 'row'>,
  reader: Reader,
  more: [string, string][] = [],
): Section {
  const { t } = reader.formatter;
  const moment = momentIn(reader);
  return {
    heading: t('serviceReport.about'),
    values: [
      [t('serviceHistory.start'), moment(row.startedAt)],
      [t('serviceHistory.end'), moment(row.endedAt)],
      [t('serviceHistory.by'), row.by],
      [t('serviceHistory.organization'), row.organization],
      [t('serviceHistory.session'), `${t(`serviceHistory.service.${row.service}`)} ${row.sessionId}`],
      [t('serviceHistory.reason'), reasonLabel(reader.formatter, row.reason) || none],
      ...more,
    ],
  };
}

/** The units' own information; empty without a connect. */
export function engineSection(info: EngineInfo | null, reader: Reader): Section[] {
  if (info === null) return [];
  const { t, number } = reader.formatter;
  const formatField = (field: keyof EngineInfo): string => {
    const value = info[field];
    if (typeof value !== 'number') return value ?? none;
    if (field === 'ts_epoch') return momentIn(reader)(new Date(value).toISOString());
    return `${number(value, Number.isInteger(value) ? 0 : 1)}${field === 'engine_runtime' ? ' h' : field === 'engine_load' ? ' %' : ''}`;
  };
  const values = engineInfoFields
    .filter((field) => info[field] !== undefined)
    .map((field): [string, string] => [t(`remote.info.${field}`), formatField(field)]);
  return [{ heading: t('serviceHistory.engineThen'), values }];
}

/** Codes with their catalogue texts. */
export function codesTable(
  heading: string,
  codes: readonly StoredFault[],
  { formatter: { t, number }, language, lookUp }: Reader,
): Section {
  if (codes.length === 0) return { heading, text: t('serviceHistory.none') };
  return {
    heading,
    table: {
      head: [
        t('serviceReport.code'),
        t('serviceReport.meaning'),
        'SPN / FMI',
        t('remote.count'),
        t('remote.lamp'),
        t('remote.hours'),
      ],
      widths: [44, '*', 66, 40, 46, 74],
      rows: codes.map((f) => [
        f.code,
        lookUp(f.code, f.spn ?? null, f.fmi ?? null, f.lamp ?? null).name[language],
        f.spn === undefined ? none : `${f.spn} / ${f.fmi ?? none}`,
        f.count === undefined ? none : String(f.count),
        f.lamp ?? none,
        f.firstHours === undefined && f.lastHours === undefined
          ? none
          : [f.firstHours, f.lastHours].map((h) => (h === undefined ? none : number(h, 1))).join(' – '),
      ]),
    },
  };
}

export function valueRow(s: DiagnosisFormatter, id: string, value: ItemValue): [string, string] {
  const known = s.item(id) ?? learnedItem(s, id);
  const formatValue = (v: number | string | null): string =>
    v === null ? none : typeof v === 'string' ? v : measure(s, v, known?.unit ?? '', known?.digits ?? 2);
  return [
    known?.name ?? id,
    Array.isArray(value) ? value.map((v, i) => `${i + 1}: ${formatValue(v)}`).join(', ') : formatValue(value),
  ];
}
