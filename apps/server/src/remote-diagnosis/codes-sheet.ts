import type { HistoryEntry } from '@headland/contracts/diagnosis';
import type { Section, Sheet } from '../platform/pdf/make-pdf';
import { aboutSection, codesTable, engineSection, type Reader, sheetOf } from './sheet-words';

/** Codes that were read, or cleared: what stood there before, what went, and what came back. */
export function codesSheet(entry: HistoryEntry, reader: Reader): Sheet {
  const { t } = reader.speaker;
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
      : [codesTable(t('serviceHistory.stored'), stored, reader), codesTable(t('serviceHistory.pending'), pending, reader)];
  return sheetOf(entry, null, [aboutSection(entry, reader), ...list, ...engineSection(info, reader)], reader);
}
