import type { BlockRange, FlashUp } from '@headland/contracts/device/flash';
import type { FlashRunState, PreflightCheck } from '@headland/contracts/reprogram';
import { account, allThere, granted, union, type Blocks } from '@headland/domain/reprogram/blocks';
import { cancelAsked, flashAfter, hasEnded, ignoresCancel, isProgrammed } from '@headland/domain/reprogram/offer';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { runChanged } from './run-ended.hook';
import { fileOf, preflightOf, type FileRow } from './flash.reads';
import { lockRun, runPayload } from './flash-row';
import type { Received } from '../remote-diagnosis/apply-session-message.tx';

/**
 * Blocks sent per request, 1 MiB: a terminal with a good connection requests as many, one with a poor connection fewer.
 */
const maxBlocksPerRequest = 256;

/** What to send after the commit: blocks of a file, or that the run is over. */
export interface Answer {
  deviceId: string;
  token: string;
  blocks?: { fileId: string; bytes: number; sha256: string; range: BlockRange };
  cancel?: true;
}
/** `vehicleId`: the vehicle with progress, or with a version that was reported late. */
export type AppliedFlashMessage = { outcome: 'taken' | 'rejected' | 'foreign'; answer?: Answer; vehicleId?: number };

/**
 * A device's message about a program, in the transaction that counts it. The device reports what it has received; the
 * server knows what it sent.
 */
export async function applyFlashMessage(tx: Tx, emit: Emit, m: FlashUp, from: Received): Promise<AppliedFlashMessage> {
  const run = await lockRun(tx, { token: m.session });
  if (run?.device_id !== from.deviceId) return { outcome: 'foreign' };
  const target = { deviceId: run.device_id, token: run.token };
  const at = new Date(from.receivedAt);
  const reported = 'need' in m ? 'need' : m.state;
  if (hasEnded(run.state)) {
    const [, stored] = await tx.query<[unknown[], number]>(storeLateVersion, [
      run.id,
      'version' in m ? (m.version ?? null) : null,
      'calibration' in m ? (m.calibration ?? null) : null,
    ]);
    // consoles take no frame of an ended run: they read again by the event. No hook is run, since the run ended before
    if (stored > 0)
      emit(
        'flash.changed',
        { ...runPayload(run, run.state, run.reason ?? undefined), late: true },
        { organizationId: run.organization_id, vehicleId: run.vehicle_id },
      );
    // a device that requests blocks of a finished run has missed its end; one that checks has not begun to write
    return {
      outcome: 'rejected',
      ...(stored > 0 ? { vehicleId: run.vehicle_id } : {}),
      ...(asksOrChecks.includes(reported) ? { answer: { ...target, cancel: true as const } } : {}),
    };
  }
  const after = flashAfter(run.state, reported);
  if (after === null) return { outcome: 'rejected' };
  const claimed = 'have' in m && m.have !== undefined ? account(m.have, run.blocks) : undefined;
  if (claimed === null) return { outcome: 'rejected' };
  // `ready` has the complete state, after a reboot it may be less than before; with a request it only grows
  const have: Blocks =
    reported === 'ready' ? (claimed ?? []) : claimed === undefined ? run.have : union(run.have, claimed);
  const file = await fileOf(tx, run.file_id);
  let state: FlashRunState = after;
  let reason: string | null = 'reason' in m ? m.reason : null;
  let range: BlockRange | null = null;
  if ('need' in m) {
    range = granted(m.need, run.blocks, maxBlocksPerRequest);
    if (range === null) return { outcome: 'rejected' };
  }
  const version = 'version' in m ? (m.version ?? null) : null;
  if (reported === 'done' && !isProgrammed(file.version, version)) [state, reason] = ['failed', 'verify'];
  const asked = run.reason === cancelAsked;
  // the end of its offer asks as well as a person
  if (asked && reason === 'cancelled') [state, reason] = [at < run.expires_at ? 'cancelled' : 'expired', null];
  // it has missed the cancel. Blocks of before may be on their way, so that it lacks some now does not end the run
  const missed = asked && (reported === 'need' || reported === 'ready');
  if (missed) range = null;
  const lacks = reported === 'need' || !allThere(have, run.blocks);
  if (missed && lacks && ignoresCancel(run.cancel_asked_at ?? run.expires_at, await connectedAt(tx, run.device_id), at))
    [state, reason] = [at < run.expires_at ? 'cancelled' : 'expired', null];
  const all: Blocks =
    reported === 'checking' || reported === 'programming' || reported === 'done'
      ? [[0, run.blocks - 1]]
      : range === null || range[0] === 0
        ? have
        : union(have, [[0, range[0] - 1]]);
  const completes = range !== null && !run.all_sent && allThere(union(all, [range]), run.blocks);
  const held = completes ? await heldBy(tx, run.vehicle_id, file) : null;
  if (held !== null && range !== null) range = range[0] === range[1] ? null : [range[0], range[1] - 1];
  // a cancel has no response yet; the next request asks again for what is held back
  if (state === 'checking' || state === 'transferring') reason = asked || reported === 'ready' ? run.reason : held;
  const allSent =
    reported === 'ready'
      ? allThere(have, run.blocks)
      : run.all_sent || (range !== null && allThere(union(all, [range]), run.blocks));
  await tx.query(
    `UPDATE flash_run SET state = $2, reason = $3, have = $4, blocks_sent = blocks_sent + $5, progress = $6, heard_at = greatest(heard_at, $7), running_version = COALESCE($8, running_version),
       running_calibration = COALESCE($9, running_calibration), rolled_back = $10, ended_at = $11, all_sent = $12 WHERE id = $1`,
    [
      run.id,
      state,
      reason,
      JSON.stringify(all),
      range === null ? 0 : range[1] - range[0] + 1,
      'progress' in m ? m.progress : state === 'done' ? 1 : run.progress,
      at,
      version,
      'calibration' in m ? (m.calibration ?? null) : null,
      'rolledBack' in m && m.rolledBack === true,
      hasEnded(state) ? at : null,
      allSent,
    ],
  );
  if (state !== run.state || (state === 'transferring' && reason !== run.reason))
    emit('flash.changed', runPayload(run, state, reason ?? undefined), {
      organizationId: run.organization_id,
      vehicleId: run.vehicle_id,
    });
  await runChanged.run(tx, emit, run, { state, reason }, at);
  const taken = { outcome: 'taken', vehicleId: run.vehicle_id } as const;
  if (range !== null)
    return {
      ...taken,
      answer: { ...target, blocks: { fileId: file.file_id, bytes: file.bytes, sha256: file.sha256, range } },
    };
  return missed ? { ...taken, answer: { ...target, cancel: true } } : taken;
}

const stops: Partial<Record<PreflightCheck, string>> = {
  keyOn: 'keyOff',
  engineStopped: 'engineRuns',
  battery: 'battery',
  parked: 'notParked',
  noOpenSos: 'openSos',
};
/**
 * Why the last block is held back: a device that has the whole program writes it without asking, perhaps hours after its
 * machine was looked at for the offer. What is not known now holds nothing back.
 */
async function heldBy(tx: Tx, vehicleId: number, file: FileRow): Promise<string | null> {
  const { checks } = await preflightOf(tx, vehicleId, file, []);
  return checks.filter((c) => c.ok === false).flatMap((c) => stops[c.check] ?? [])[0] ?? null;
}

/** When the device last reported its connection; null: never. */
async function connectedAt(tx: Tx, deviceId: string): Promise<Date | null> {
  const [device] = await tx.query<{ at: Date | null }[]>('SELECT status_at AS at FROM device WHERE id = $1', [
    deviceId,
  ]);
  return device?.at ?? null;
}

const asksOrChecks: readonly string[] = ['need', 'ready', 'checking'];

/**
 * A run ends once. The running version is stored all the same: the device may have begun to write before it received
 * the cancel.
 */
const storeLateVersion = `UPDATE flash_run SET running_version = $2, running_calibration = COALESCE($3, running_calibration) WHERE id = $1 AND running_version IS NULL AND $2::text IS NOT NULL`;
