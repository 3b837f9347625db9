import type { HistoryEntry } from '@headland/contracts/diagnosis';
import type { Section, Report } from '../../platform/pdf/make-pdf';
import { aboutSection, codesTable, engineSection, type Reader, reportOf } from './report-sections';

/** Codes that were read or cleared: before, cleared, and returned. */
export function codesReport(entry: HistoryEntry, reader: Reader): Report {
  const { t } = reader.formatter;
  const { row, info, faults } = entry;
  const { before = [], stored = [], pending = [], cleared = [] } = faults ?? {};
  const list: Section[] =
    row.kind === 'clear'
      ? [
          codesTable(t('serviceHistory.before'), before, reader),
          { heading: t('serviceHistory.cleared'), text: cleared.join(', ') || t('serviceHistory.none') },
          codesTable(t('serviceHistory.cameBack'), stored, reader),
          codesTable(t('serviceHistory.pending'), pending, reader),
        ]
      : [
          codesTable(t('serviceHistory.stored'), stored, reader),
          codesTable(t('serviceHistory.pending'), pending, reader),
        ];
  return reportOf(entry, null, [aboutSection(entry, reader), ...list, ...engineSection(info, reader)], reader);
}
