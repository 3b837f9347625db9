import type { FaultSummary } from '@headland/contracts/fault';
import { say } from '@headland/i18n/say';
import type { Config } from '../platform/config';

/** Language of texts to members: the one a first visit shows. */
const language = 'ko';

/** What a text message says of a report, with a link where the console's address is known. */
export function faultText(
  key: 'delivery.fault.accepted' | 'delivery.fault.withdrawn' | 'delivery.fault.escalated',
  fault: FaultSummary,
  config: Pick<Config, 'PRODUCT_TIME_ZONE' | 'PUBLIC_URL'>,
): string {
  const time = new Intl.DateTimeFormat('en-CA', {
    timeZone: config.PRODUCT_TIME_ZONE,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(fault.occurredAt));
  const text = say(language, key, {
    code: fault.code,
    name: fault.name[language],
    model: fault.vehicle.model,
    vin: fault.vehicle.vin,
    time,
    by: fault.acceptedBy ?? '',
    place: fault.place?.[language] ?? (fault.lat !== null && fault.lon !== null ? `${fault.lat.toFixed(5)}, ${fault.lon.toFixed(5)}` : say(language, 'delivery.noPlace')),
  });
  return config.PUBLIC_URL === undefined ? text : `${text} ${new URL(`/breakdown?id=${fault.id}`, config.PUBLIC_URL).toString()}`;
}
