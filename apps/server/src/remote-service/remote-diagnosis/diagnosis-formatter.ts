import { monitorItems } from '@headland/domain/diagnosis/items';
import { type DiagnosisFormatter, unitLabel } from '@headland/i18n/diagnosis-labels';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';

/** Formats results for a report or a file. */
export function formatterOf(language: Language): DiagnosisFormatter {
  return {
    t: (key, values) => formatMessage(language, key, values),
    item: (id) => {
      const known = monitorItems.get(id);
      return known === undefined ? null : { name: known[language], unit: unitLabel(known.unit), digits: known.digits };
    },
    number: (value, digits) =>
      new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
  };
}
