import type { ConsumableSummary } from '@headland/contracts/consumable';
import type { Language } from '@headland/i18n/messages';
import { say } from '@headland/i18n/say';

type Due = Pick<ConsumableSummary, 'vin' | 'item' | 'maintenance'> & { state: 'imminent' | 'exceeded'; model: string };

/** What a customer, or a member of the agency, is told of an item that is due. */
export function consumableText(to: 'owner' | 'agency', { vin, item, maintenance, state, model }: Due, language: Language): string {
  const values = { vin, item, model, what: say(language, `maintenance.${maintenance}`) };
  return to === 'owner' ? say(language, `delivery.consumable.${state}`, values) : say(language, `told.consumable.${state}`, values);
}

/** The same in every language: read by whoever it is for, in the own one, also after a change of language. */
export const consumableWords = (to: 'owner' | 'agency', due: Due): Record<Language, string> => ({ ko: consumableText(to, due, 'ko'), en: consumableText(to, due, 'en') });
