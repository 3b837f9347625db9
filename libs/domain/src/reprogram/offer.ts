import { type ProgramIdentity } from './program-header';
import type { FlashOffer } from '@headland/contracts/device/flash';
import { calibrationFits } from './calibration';
import type { CalibrationRule } from './program-profile';

/**
 * May this program go to this machine now? A controller is never left half written: the machine stands parked with its key on and its engine off, the
 * battery carries it through, and the file is made for its hardware. Both sides ask; the device has the last word, and an old id afterwards is a failure.
 */
export const preflightChecks = [
  'online',
  'keyOn',
  'engineStopped',
  'battery',
  'parked',
  'variant',
  'calibration',
  'noSession',
  'confirmed',
  'signed',
  'noOpenSos',
] as const;
export type PreflightCheck = (typeof preflightChecks)[number];
/** Least voltage at the battery, V. */
export const flashBatteryV = 12.4;
/** How long an offer may be taken up, and how long nothing may happen in one that was. */
export const flashTimes = {
  offerMs: 24 * 3_600_000,
  answerMs: 10_000,
  checkMs: 120_000,
  programMs: 30 * 60_000,
} as const;

export interface FlashMachine {
  online: boolean;
  keyOn: boolean | null;
  rpm: number | null;
  battery: number | null;
  /** km/h */
  speed: number | null;
  hwVariant: string | null;
  calibration: string | null;
  version: string | null;
  /** somebody else's session, or another program on its way */
  held: boolean;
  /** what a person has stated of the file, by another one; null: it was read from the file */
  confirmed: boolean | null;
  signed: boolean;
  openSos: number;
}
export interface Preflight {
  checks: { check: PreflightCheck; ok: boolean | null; value: string | number | null }[];
  /** all hold; what is not known does not */
  ok: boolean;
  /** the version that runs is the one that is offered: a person has to say that it shall be written again */
  sameVersion: boolean;
}

export function preflight(file: ProgramIdentity, m: FlashMachine, rules: readonly CalibrationRule[]): Preflight {
  const known = <T>(value: T | null, holds: (v: T) => boolean): boolean | null =>
    value === null ? null : holds(value);
  const checks: Preflight['checks'] = [
    { check: 'online', ok: m.online, value: null },
    { check: 'keyOn', ok: m.keyOn, value: null },
    { check: 'engineStopped', ok: known(m.rpm, (r) => r === 0), value: m.rpm },
    { check: 'battery', ok: known(m.battery, (v) => v >= flashBatteryV), value: m.battery },
    { check: 'parked', ok: known(m.speed, (s) => s < 0.5), value: m.speed },
    { check: 'variant', ok: known(m.hwVariant, (v) => v === file.variant), value: m.hwVariant },
    { check: 'calibration', ok: known(m.calibration, (c) => calibrationFits(file, c, rules)), value: m.calibration },
    { check: 'noSession', ok: !m.held, value: null },
    ...(m.confirmed === null ? [] : [{ check: 'confirmed' as const, ok: m.confirmed, value: null }]),
    { check: 'signed', ok: m.signed, value: null },
    { check: 'noOpenSos', ok: m.openSos === 0, value: m.openSos },
  ];
  return { checks, ok: checks.every((c) => c.ok === true), sameVersion: m.version === file.version };
}

/** What the signature is over. A field cannot run into the next: none holds a line break. */
export const signedText = (
  o: Pick<FlashOffer, 'target' | 'format' | 'size' | 'sha256' | 'variant' | 'calibration' | 'version'>,
): string => ['headland-flash-1', o.target, o.format, o.size, o.sha256, o.variant, o.calibration, o.version].join('\n');

/** Programmed only where the controller itself says so after the key: its own version is the one that was offered. */
export const isProgrammed = (offered: string, said: string | null): boolean => said === offered;

export const flashRunStates = [
  'offered',
  'ready',
  'transferring',
  'paused',
  'checking',
  'programming',
  'done',
  'refused',
  'failed',
  'cancelled',
  'expired',
] as const;
export type FlashRunState = (typeof flashRunStates)[number];
const ended: readonly FlashRunState[] = ['done', 'refused', 'failed', 'cancelled', 'expired'];
export const hasEnded = (state: FlashRunState): boolean => ended.includes(state);
/** From programming on nothing is cancelled: a controller is written to its end. */
export const mayCancel = (state: FlashRunState): boolean => !hasEnded(state) && state !== 'programming';
/** While a device checks it may have begun to write before it hears of it: it is asked, and what it answers counts. Before that the server's word is enough. */
export const cancelIsAsked = (state: FlashRunState): boolean => state === 'checking';
/** The reason of a run that was asked to end and has not answered yet. */
export const cancelAsked = 'cancelAsked';

/** Which word of the device may follow in which state; another one is late or wrong and changes nothing. */
export function flashAfter(
  state: FlashRunState,
  said: 'refused' | 'ready' | 'need' | 'checking' | 'programming' | 'done' | 'failed',
): FlashRunState | null {
  if (hasEnded(state)) return null;
  switch (said) {
    case 'refused':
      return state === 'checking' || state === 'programming' ? null : 'refused';
    case 'ready':
      return state === 'checking' || state === 'programming' ? null : state === 'offered' ? 'ready' : 'transferring';
    case 'need':
      return state === 'checking' || state === 'programming' || state === 'offered' ? null : 'transferring';
    case 'checking':
      return state === 'programming' ? null : 'checking';
    case 'programming':
      return 'programming';
    case 'done':
      return state === 'programming' || state === 'checking' ? 'done' : null;
    case 'failed':
      return 'failed';
  }
}
