import { monitorItems } from '@headland/domain/diagnosis/items';
import type { DiagnosisSpeaker } from '@headland/i18n/diagnosis-words';
import type { Language } from '@headland/i18n/messages';
import { say } from '@headland/i18n/say';

/** Puts results into words for a sheet or a file. */
export function speakerOf(language: Language): DiagnosisSpeaker {
  return {
    t: (key, values) => say(language, key, values),
    item: (id) => {
      const known = monitorItems.get(id);
      return known === undefined ? null : { name: known[language], unit: known.unit, digits: known.digits };
    },
    number: (value, digits) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
  };
}
