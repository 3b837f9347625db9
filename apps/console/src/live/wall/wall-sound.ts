import type { LoggedEvent } from '@headland/contracts/event-log';
import type { WallSettings } from '@headland/contracts/kiosk';

/** How often the display sounds for an event; 0: it stays quiet. */
export function soundsAt({ name, payload }: LoggedEvent, settings: Pick<WallSettings, 'sound' | 'sounds'>): number {
  const { sound, sounds } = settings;
  if (!sound) return 0;
  if ('sos' in payload && !payload.sos.late) {
    if (name === 'sos.raised') return sounds.includes('sos') ? 3 : 0;
    if (name === 'sos.escalated') return sounds.includes('escalation') ? 3 : 0;
  }
  return name === 'fault.occurred' && 'fault' in payload && payload.fault.severity === 'critical'
    ? Number(sounds.includes('criticalFault')) * 2
    : 0;
}
