import { type ProgramIdentity } from './program-header';
import type { FlashOffer } from '@headland/contracts/device/flash';
import type { FlashRunState, PreflightCheck } from '@headland/contracts/reprogram';
import { calibrationFits } from './calibration';
import type { CalibrationRule } from './program-profile';

/** Minimum battery voltage, V. */
export const flashBatteryV = 12.4;
/**
 * How long an offer is valid, and how long an accepted one may show no progress: while it is checked by a device that is
 * heard of otherwise, and while nobody knows whether a controller is being written.
 */
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
  /** somebody else's session, or another transfer in progress */
  held: boolean;
  /** what a person has stated about the file, confirmed by another one; null: decoded from the file */
  confirmed: boolean | null;
  signed: boolean;
  openSos: number;
}
export interface Preflight {
  checks: { check: PreflightCheck; ok: boolean | null; value: string | number | null }[];
  /** all conditions hold; unknown values do not */
  ok: boolean;
  /** the running version equals the offered one: a person has to confirm writing it again */
  sameVersion: boolean;
}

/**
 * Whether this program may be offered to this machine now. A controller must never be left half written: the machine is
 * parked with its key on and its engine off, the battery lasts, and the file is made for its hardware. Server and
 * console use this rule; the device decides last, and an unchanged program id afterwards is a failure.
 */
export function preflight(file: ProgramIdentity, m: FlashMachine, rules: readonly CalibrationRule[]): Preflight {
  const known = <T>(value: T | null, predicate: (v: T) => boolean): boolean | null =>
    value === null ? null : predicate(value);
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

/** The signed text. Fields cannot run into each other: none contains a line break. */
export const signedText = (
  o: Pick<FlashOffer, 'target' | 'format' | 'size' | 'sha256' | 'variant' | 'calibration' | 'version'>,
): string => ['headland-flash-1', o.target, o.format, o.size, o.sha256, o.variant, o.calibration, o.version].join('\n');

/** Successful only if the controller itself reports the offered version after the key cycle. */
export const isProgrammed = (offered: string, reported: string | null): boolean => reported === offered;

const ended: readonly FlashRunState[] = ['done', 'refused', 'failed', 'cancelled', 'expired'];
export const hasEnded = (state: FlashRunState): boolean => ended.includes(state);
/** From programming on nothing is cancelled: a controller is written to its end. */
export const mayCancel = (state: FlashRunState): boolean => !hasEnded(state) && state !== 'programming';
/**
 * A device that was sent everything verifies, and may start writing before the cancel arrives or its own message is
 * here: it is asked, and its answer counts. Before that the server cancels by itself.
 */
export const cancelIsAsked = (state: FlashRunState, allSent: boolean): boolean =>
  state === 'checking' || (allSent && (state === 'transferring' || state === 'paused'));
/** The reason of a run with an unanswered cancel request. */
export const cancelAsked = 'cancelAsked';

/**
 * Whether a device that asks for blocks now asks in spite of its cancel. Those of before the cancel wait at the broker
 * while it is away: so long after its connection they are there or lost. It lacks some, none is sent to it, and without
 * them it cannot write. One that never said when it connected is given the benefit of the doubt.
 */
export const ignoresCancel = (askedAt: Date, connectedAt: Date | null, now: Date): boolean =>
  connectedAt !== null && now.getTime() - Math.max(askedAt.getTime(), connectedAt.getTime()) >= flashTimes.checkMs;

/** What is known of a device that has the whole program, epoch ms. */
export interface FlashContact {
  /** its last message about the program */
  heardAt: number;
  /** its last message of any kind; null: none */
  seenAt: number | null;
  /** when it last reported its connection; null: never */
  connectedAt: number | null;
  /** its broker has reported it offline */
  offline: boolean;
}
/**
 * Whether a device no longer answers, which ends the run and releases its machine. After the check it writes without
 * asking, so one that cannot be heard may be writing: only a device that has been heard of for the time of a check, and
 * said nothing about the program, has failed to check it. One that is back first reports what happened meanwhile.
 */
export function hasGoneSilent(state: 'checking' | 'programming', device: FlashContact, now: number): boolean {
  if (now - device.heardAt >= flashTimes.programMs) return true;
  if (state === 'programming' || device.offline || device.seenAt === null) return false;
  return device.seenAt - Math.max(device.heardAt, device.connectedAt ?? 0) >= flashTimes.checkMs;
}

/** Which device state may follow which; any other is late or wrong and changes nothing. */
export function flashAfter(
  state: FlashRunState,
  reported: 'refused' | 'ready' | 'need' | 'checking' | 'programming' | 'done' | 'failed',
): FlashRunState | null {
  if (hasEnded(state)) return null;
  switch (reported) {
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
      // its earlier messages may be lost or still under way: the version that it runs is what counts
      return 'done';
    case 'failed':
      return 'failed';
  }
}
