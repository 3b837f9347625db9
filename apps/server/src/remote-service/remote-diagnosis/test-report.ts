import type { HistoryEntry } from '@headland/contracts/diagnosis';
import { curveDrawing, curveOf, type MeasuredPart } from '@headland/domain/diagnosis/curve';
import {
  confirmLabel,
  findingLabel,
  headingLabel,
  verdictLabel,
  limitLabel,
  measuredLabel,
  proposalLabel,
  reasonLabel,
} from '@headland/i18n/diagnosis-labels';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { aboutSection, engineSection, none, type Reader, reportOf, valueRow } from './report-sections';

/** The report of a test as a PDF: what was run on which machine, the measurements, the limits. */
export function testReport(entry: HistoryEntry, parts: readonly MeasuredPart[], reader: Reader): Report {
  const { row, info, test } = entry;
  if (test === null) throw new Error('a report is of a test');
  const { formatter } = reader;
  const { t, item, number } = formatter;
  const { run, as } = test;
  const result = row.result === null ? t(`diagState.${run.state}`) : t(`diagResult.${row.result}`);
  return reportOf(
    entry,
    result,
    [
      {
        ...aboutSection(entry, reader, [
          [t('serviceHistory.result'), result],
          [t('serviceHistory.reason'), reasonLabel(formatter, run.reason, run.item) || none],
        ]),
        text: `${as.unit} · ${t('tests.version', { n: run.catalogueVersion })}`,
      },
      {
        heading: t('tests.evidence'),
        table: {
          head: [t('tests.judgedAs'), t('tests.measured'), t('tests.limit'), t('tests.verdict')],
          widths: ['*', 90, 110, 90],
          rows: run.evidence.map((e) => [
            verdictLabel(formatter, e),
            measuredLabel(formatter, e),
            limitLabel(formatter, e),
            findingLabel(formatter, e),
          ]),
        },
      },
      ...(run.next.length === 0
        ? []
        : [{ heading: t('tests.next'), text: run.next.map((id) => proposalLabel(formatter, id)).join('\n') }]),
      ...as.signals.flatMap((signal): Section[] => {
        const points = curveOf(parts, signal.item);
        const drawing = curveDrawing(
          points,
          signal.band,
          (v) => number(v, item(signal.item)?.digits ?? 1),
          'Pretendard',
        );
        if (drawing === null) return [];
        const seconds = number((points.at(-1)?.[0] ?? 0) / 1000, 0);
        return [
          {
            heading: headingLabel(item(signal.item)?.name ?? signal.item, signal.unit),
            text: t('testReport.curveText', { s: seconds }),
            drawing,
          },
        ];
      }),
      ...(as.confirmed.length === 0
        ? []
        : [
            {
              heading: t('testReport.confirmed'),
              text: as.confirmed.map((key) => `✓ ${confirmLabel(formatter, key)}`).join('\n'),
            },
          ]),
      {
        heading: t('testReport.values'),
        values: Object.entries(run.values).map(([id, value]) => valueRow(formatter, id, value)),
      },
      ...engineSection(info, reader),
    ],
    reader,
  );
}
