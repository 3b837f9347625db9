import type { Place } from '@headland/contracts/shared-shapes';
import type { Language } from '@headland/i18n/messages';
import { say } from '@headland/i18n/say';

/** Where it is, as well as it is known. */
export const placeWords = ({ place, lat, lon }: { place: Place | null; lat: number | null; lon: number | null }, language: Language): string =>
  place?.[language] ?? (lat !== null && lon !== null ? `${lat.toFixed(5)}, ${lon.toFixed(5)}` : say(language, 'delivery.noPlace'));
