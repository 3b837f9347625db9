import { clockSetMark, type HistoryEntry, type RecordingMark } from '@headland/contracts/diagnosis';
import { curveDrawing, curveOf, type MeasuredPart, summaryOf, thinned } from '@headland/domain/diagnosis/curve';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { aboutSection, engineSection, momentIn, none, type Reader, reportOf } from './report-sections';

/** Points of a line in print; hours of a recording have more than a printer can show. */
const maxPoints = 1200;

/** A recording as a PDF: each item with its minimum, mean and maximum, and its line. */
export function recordingReport(
  entry: HistoryEntry,
  measured: { parts: readonly MeasuredPart[]; marks: readonly RecordingMark[] },
  reader: Reader,
): Report {
  const { info, recording } = entry;
  const { t, item, number } = reader.formatter;
  const items = recording?.items ?? [];
  const curves = items.map((id) => ({
    id,
    points: curveOf(measured.parts, id),
    unit: item(id)?.unit ?? '',
    digits: item(id)?.digits ?? 1,
  }));
  return reportOf(
    entry,
    null,
    [
      aboutSection(entry, reader, [
        [t('serviceHistory.rows'), number(recording?.rows ?? 0, 0)],
        [t('serviceHistory.every'), `${number((recording?.period ?? 0) / 1000, 1)} s`],
      ]),
      {
        heading: t('serviceHistory.items'),
        table: {
          head: [t('remote.item'), t('remote.min'), t('remote.mean'), t('remote.max')],
          widths: ['*', 80, 80, 80],
          rows: curves.map(({ id, points, unit, digits }) => {
            const found = summaryOf(points);
            const formatValue = (value: number): string => `${number(value, digits)} ${unit}`.trim();
            return [
              item(id)?.name ?? id,
              ...(found === null
                ? [none, none, none]
                : [formatValue(found.min), formatValue(found.mean), formatValue(found.max)]),
            ];
          }),
        },
      },
      ...curves.flatMap(({ id, points, unit, digits }): Section[] => {
        const drawing = curveDrawing(thinned(points, maxPoints), null, (v) => number(v, digits), 'Pretendard');
        return drawing === null ? [] : [{ heading: `${item(id)?.name ?? id} (${unit})`, drawing }];
      }),
      ...marksSection(measured.marks, reader),
      ...engineSection(info, reader),
    ],
    reader,
  );
}

function marksSection(marks: readonly RecordingMark[], reader: Reader): Section[] {
  if (marks.length === 0) return [];
  const moment = momentIn(reader);
  const { t } = reader.formatter;
  const nameOf = ({ label }: RecordingMark): string => (label === clockSetMark ? t('remote.clockSet') : label);
  return [
    {
      heading: t('serviceReport.marks'),
      values: marks.map((m): [string, string] => [nameOf(m), moment(new Date(m.at).toISOString())]),
    },
  ];
}
