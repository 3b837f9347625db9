import { displays } from '@headland/contracts/posting';
import type { HistoryLabels } from '../../ui/record-history';

/** Values of the change history as the pages show them: what is shown or not in words, a price as an amount, no models as all. */
export const shopHistory: HistoryLabels = {
  value: ({ t }, field, value) => {
    const display = displays.find((known) => known === value);
    if (field === 'display' && display !== undefined) return t(`display.${display}`);
    return field === 'price' ? t('part.won', { n: Number(value) }) : value;
  },
  nothing: ({ t }, field) => (field === 'models' ? t('shop.allModels') : undefined),
};
