import type { SosSummary } from '@headland/contracts/sos';
import { say } from '@headland/i18n/say';
import type { Config } from '../platform/config';

/** Language of texts to members: the one a first visit shows. */
const language = 'ko';

/** What a text message says of a call, with a link where the console's address is known. */
export function sosText(
  key: 'delivery.sos.raised' | 'delivery.sos.escalated' | 'delivery.sos.reminder',
  sos: SosSummary,
  config: Pick<Config, 'PRODUCT_TIME_ZONE' | 'PUBLIC_URL'>,
): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: config.PRODUCT_TIME_ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(sos.raisedAt),
  );
  const text = say(language, key, {
    type: say(language, `delivery.sos.${sos.type}`),
    model: sos.vehicle.model,
    vin: sos.vehicle.vin,
    time,
    agency: sos.dispatch?.agency.name ?? sos.agency.name,
    place: sos.place?.[language] ?? (sos.lat !== null && sos.lon !== null ? `${sos.lat.toFixed(5)}, ${sos.lon.toFixed(5)}` : say(language, 'delivery.noPlace')),
  });
  return config.PUBLIC_URL === undefined ? text : `${text} ${new URL(`/sos?id=${sos.id}`, config.PUBLIC_URL).toString()}`;
}
