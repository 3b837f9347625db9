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

/** How often the display sounds for an event; 0: it stays quiet. */
export function soundsAt(event: LoggedEvent, settings: Pick<WallSettings, 'sound' | 'sounds'>, shown: Shown): number {
  const { name, payload } = event;
  const { sound, sounds } = settings;
  if (!sound) return 0;
  if (becomesCurrent(event, shown) !== null) return sounds.includes('sos') ? 3 : 0;
  if (name === 'sos.escalated' && 'sos' in payload && !payload.sos.late) return sounds.includes('escalation') ? 3 : 0;
  return name === 'fault.occurred' && 'fault' in payload && payload.fault.severity === 'critical'
    ? Number(sounds.includes('criticalFault')) * 2
    : 0;
}
