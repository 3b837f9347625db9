import type { HistoryEntry } from '@headland/contracts/diagnosis';
import { curveDrawing, curveOf, type MeasuredPart } from '@headland/domain/diagnosis/curve';
import { confirmWord, foundWord, judgedWord, limitWord, measuredWord, proposalWord, reasonWord } from '@headland/i18n/diagnosis-words';
import type { Section, Sheet } from '../platform/pdf/make-pdf';
import { aboutSection, engineSection, none, type Reader, sheetOf, valueRow } from './sheet-words';

/** The report of a test on paper: what was run on which machine, what it measured, what it was judged by. */
export function testSheet(entry: HistoryEntry, parts: readonly MeasuredPart[], reader: Reader): Sheet {
  const { row, info, test } = entry;
  if (test === null) throw new Error('a report is of a test');
  const { speaker } = reader;
  const { t, item, number } = speaker;
  const { run, as } = test;
  const result = row.result === null ? t(`diagState.${run.state}`) : t(`diagResult.${row.result}`);
  return sheetOf(
    entry,
    result,
    [
      {
        ...aboutSection(entry, reader, [
          [t('serviceHistory.result'), result],
          [t('serviceHistory.reason'), reasonWord(speaker, run.reason, run.item) || none],
        ]),
        text: `${as.unit} · ${t('tests.version', { n: run.catalogueVersion })}`,
      },
      {
        heading: t('tests.evidence'),
        table: {
          head: [t('tests.judgedAs'), t('tests.measured'), t('tests.limit'), t('tests.verdict')],
          widths: ['*', 90, 110, 90],
          rows: run.evidence.map((e) => [judgedWord(speaker, e), measuredWord(speaker, e), limitWord(speaker, e), foundWord(speaker, e)]),
        },
      },
      ...(run.next.length === 0 ? [] : [{ heading: t('tests.next'), text: run.next.map((id) => proposalWord(speaker, id)).join('\n') }]),
      ...as.signals.flatMap((signal): Section[] => {
        const points = curveOf(parts, signal.item);
        const drawing = curveDrawing(points, signal.band, (v) => number(v, item(signal.item)?.digits ?? 1), 'Pretendard');
        if (drawing === null) return [];
        const seconds = number((points.at(-1)?.[0] ?? 0) / 1000, 0);
        return [{ heading: `${item(signal.item)?.name ?? signal.item} (${signal.unit})`, text: t('testReport.curveText', { s: seconds }), drawing }];
      }),
      ...(as.confirmed.length === 0 ? [] : [{ heading: t('testReport.confirmed'), text: as.confirmed.map((key) => `✓ ${confirmWord(speaker, key)}`).join('\n') }]),
      { heading: t('testReport.values'), values: Object.entries(run.values).map(([id, value]) => valueRow(speaker, id, value)) },
      ...engineSection(info, reader),
    ],
    reader,
  );
}
