import type { Severity } from '@headland/contracts/fault';
import type { VehicleState } from '@headland/contracts/vehicle';

/** A state is a shape and a colour, always beside a word: octagon act now, triangle act today, diamond watch, disc normal, ring off. */
export type State = 'now' | 'today' | 'watch' | 'normal' | 'off';
export const stateOfSeverity: Record<Severity, State> = { critical: 'now', major: 'today', minor: 'watch' };

export function StateMark({ state, size = 10, color }: { state: State; size?: number; color?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 10 10"
      fill="currentColor"
      aria-hidden="true"
      style={{ color: color ?? colors[state] }}
    >
      {shapes[state]}
    </svg>
  );
}

const colors: Record<State, string> = {
  now: 'var(--now-mark)',
  today: 'var(--today-ink)',
  watch: 'var(--watch-ink)',
  normal: 'var(--normal-fill)',
  off: 'var(--off-ink)',
};
const shapes: Record<State, React.ReactNode> = {
  now: <path d="M2.93 0h4.14L10 2.93v4.14L7.07 10H2.93L0 7.07V2.93Z" />,
  today: <path d="M5 0 10 9.2H0Z" />,
  watch: <path d="M5 0 10 5 5 10 0 5Z" />,
  normal: <circle cx="5" cy="5" r="4.5" />,
  off: <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

/** The mark of a vehicle as the map draws it, small, for lists and legends. */
export function VehicleMark({
  state,
  heading = 45,
  size = 14,
}: {
  state: VehicleState;
  heading?: number;
  size?: number;
}) {
  return (
    <svg width={size} height={size} viewBox="-12 -12 24 24" aria-hidden="true">
      {vehicleShapes(heading)[state]}
    </svg>
  );
}

const vehicleShapes = (heading: number): Record<VehicleState, React.ReactNode> => ({
  drive: <path d="M0-9 6.5 7.5 0 4-6.5 7.5Z" fill="var(--normal-fill)" transform={`rotate(${heading})`} />,
  work: (
    <>
      <path d="M0-12 4-6H-4Z" fill="var(--normal-fill)" />
      <circle r="6.5" fill="var(--normal-fill)" />
    </>
  ),
  idle: (
    <>
      <circle r="6" fill="var(--raised)" stroke="var(--normal-fill)" strokeWidth="2" />
      <path d="M0-6A6 6 0 0 1 0 6Z" fill="var(--normal-fill)" />
    </>
  ),
  off: <circle r="5" fill="var(--raised)" stroke="var(--off-line)" strokeWidth="2" />,
  offline: <circle r="5" fill="var(--raised)" stroke="var(--off-line)" strokeWidth="1.6" strokeDasharray="2.5 2" />,
  never: <circle r="5" fill="none" stroke="var(--off-line)" strokeWidth="1.6" strokeDasharray="1 3" />,
});
