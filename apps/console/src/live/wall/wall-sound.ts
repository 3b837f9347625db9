import type { LoggedEvent } from '@headland/contracts/event-log';
import type { WallSettings } from '@headland/contracts/kiosk';
import type { SosSummary } from '@headland/contracts/sos';

type Shown = readonly Pick<SosSummary, 'id' | 'late'>[];

/**
 * The SOS that an event makes one of now; null: none. It is raised, or it arrived late and is pressed again. `shown`:
 * the rows before the event.
 */
export function becomesCurrent({ name, payload }: LoggedEvent, shown: Shown): SosSummary | null {
  if (!('sos' in payload) || payload.sos.late) return null;
  const { sos } = payload;
  if (name === 'sos.raised') return sos;
  return name === 'sos.repeated' && sos.status === 'raised' && shown.find(({ id }) => id === sos.id)?.late !== false
    ? sos
    : null;
}

type Settings = Pick<WallSettings, 'sound' | 'sounds' | 'volume'>;
export const soundsAtAll = ({ sound, sounds, volume }: Settings): boolean => sound && volume > 0 && sounds.length > 0;

/** How often the display sounds for an event; 0: it stays quiet. A new SOS sounds by its row (use-sos-sound.ts). */
export function soundsAt({ name, payload }: LoggedEvent, { sound, sounds }: Settings): number {
  if (!sound) return 0;
  if (name === 'sos.escalated' && 'sos' in payload && !payload.sos.late) return sounds.includes('escalation') ? 3 : 0;
  return name === 'fault.occurred' && 'fault' in payload && payload.fault.severity === 'critical'
    ? Number(sounds.includes('criticalFault')) * 2
    : 0;
}
