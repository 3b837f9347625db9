import type { SosSummary } from '@headland/contracts/sos';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import type { MessageText } from '../../messages/deliveries/recipients.reads';
import type { Config } from '../../platform/config';

/** The SOS part of a message, in the recipient's language. */
export const sosText =
  (
    key:
      | 'delivery.sos.raised'
      | 'delivery.sos.escalated'
      | 'delivery.sos.assigned'
      | 'delivery.sos.reminder'
      | 'delivery.sos.quiet',
    sos: SosSummary,
    config: Pick<Config, 'PRODUCT_TIME_ZONE' | 'PUBLIC_URL'>,
  ): ((language: Language) => MessageText) =>
  (language) => {
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: config.PRODUCT_TIME_ZONE,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(sos.raisedAt));
    const text = formatMessage(language, key, {
      type: formatMessage(language, `delivery.sos.${sos.type}`),
      model: sos.vehicle.model,
      vin: sos.vehicle.vin,
      time,
      agency: sos.dispatch?.agency.name ?? sos.agency.name,
      place:
        sos.place?.[language] ??
        (sos.lat !== null && sos.lon !== null
          ? `${sos.lat.toFixed(5)}, ${sos.lon.toFixed(5)}`
          : formatMessage(language, 'delivery.noPlace')),
    });
    return {
      text,
      link: config.PUBLIC_URL === undefined ? null : new URL(`/sos?id=${sos.id}`, config.PUBLIC_URL).toString(),
    };
  };
