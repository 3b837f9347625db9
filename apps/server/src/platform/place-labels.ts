import type { Place } from '@headland/contracts/shared-shapes';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';

/** The place of a vehicle, as precisely as it is known. */
export const placeLabels = (
  { place, lat, lon }: { place: Place | null; lat: number | null; lon: number | null },
  language: Language,
): string =>
  place?.[language] ??
  (lat !== null && lon !== null ? `${lat.toFixed(5)}, ${lon.toFixed(5)}` : formatMessage(language, 'delivery.noPlace'));
