import type { FaultSummary } from '@headland/contracts/fault';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import type { MessageText } from '../../messages/deliveries/recipients.reads';
import type { Config } from '../../platform/config';

/** The fault's part of a message, in the recipient's language. */
export const faultText =
  (
    key: 'delivery.fault.accepted' | 'delivery.fault.withdrawn' | 'delivery.fault.escalated',
    fault: FaultSummary,
    config: Pick<Config, 'PRODUCT_TIME_ZONE' | 'PUBLIC_URL'>,
  ): ((language: Language) => MessageText) =>
  (language) => {
    const time = new Intl.DateTimeFormat('en-CA', {
      timeZone: config.PRODUCT_TIME_ZONE,
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(new Date(fault.occurredAt));
    const text = formatMessage(language, key, {
      code: fault.code,
      name: fault.name[language],
      model: fault.vehicle.model,
      vin: fault.vehicle.vin,
      time,
      by: fault.acceptedBy ?? '',
      place:
        fault.place?.[language] ??
        (fault.lat !== null && fault.lon !== null
          ? `${fault.lat.toFixed(5)}, ${fault.lon.toFixed(5)}`
          : formatMessage(language, 'delivery.noPlace')),
    });
    return {
      text,
      link: config.PUBLIC_URL === undefined ? null : new URL(`/breakdown?id=${fault.id}`, config.PUBLIC_URL).toString(),
    };
  };
