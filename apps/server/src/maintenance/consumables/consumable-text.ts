import type { ConsumableSummary } from '@headland/contracts/consumable';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';

type Due = Pick<ConsumableSummary, 'vin' | 'item' | 'maintenance'> & { state: 'imminent' | 'exceeded'; model: string };

/** The text of a due item for a customer, or a member of the agency. */
export function consumableText(
  to: 'owner' | 'agency',
  { vin, item, maintenance, state, model }: Due,
  language: Language,
): string {
  const values = { vin, item, model, what: formatMessage(language, `maintenance.${maintenance}`) };
  return to === 'owner'
    ? formatMessage(language, `delivery.consumable.${state}`, values)
    : formatMessage(language, `notification.consumable.${state}`, values);
}

/** The same in both languages: every reader sees the own one, also after changing the language. */
export const consumableLabels = (to: 'owner' | 'agency', due: Due): Record<Language, string> => ({
  ko: consumableText(to, due, 'ko'),
  en: consumableText(to, due, 'en'),
});
