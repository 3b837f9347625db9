import { isLate } from '@headland/domain/escalation';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useLiveEvents } from '../../lib/live/live';
import { chime } from '../../lib/sound';

/** A new report is heard, a critical one twice. Answers what a screen reader says of the last critical one. */
export function useFaultChime(): string {
  const { t, of } = useI18n();
  const [announcement, setAnnouncement] = useState('');
  useLiveEvents((event) => {
    if (event.name !== 'fault.occurred' || !('fault' in event.payload)) return;
    const { fault } = event.payload;
    // a report an hour late is history, not news
    if (isLate(new Date(fault.occurredAt), new Date(fault.receivedAt))) return;
    chime(fault.severity === 'critical' ? 2 : 1);
    if (fault.severity === 'critical')
      setAnnouncement(
        t('fault.newRow', {
          severity: t(`severity.${fault.severity}`),
          code: fault.code,
          name: of(fault.name),
          vin: fault.vehicle.vin,
        }),
      );
  });
  return announcement;
}
