import type { BlockRange, FlashUp } from '@headland/contracts/device/flash';
import { account, granted, union, type Blocks } from '@headland/domain/reprogram/blocks';
import { flashAfter, hasEnded, isProgrammed, type FlashRunState } from '@headland/domain/reprogram/offer';
import type { Tx } from '../platform/database/rows';
import type { Emit } from '../platform/event-log/change';
import { fileOf } from './flash.reads';
import { lockRun, runPayload } from './flash-row';
import type { Received } from './hear-session.part';

/** Blocks sent for one request: what a broker holds for a terminal, a few times over. */
const mostAtOnce = 64;

/** What is to be sent once this is committed: blocks of a file, or that the run is over. */
export interface Answer {
  deviceId: string;
  token: string;
  blocks?: { fileId: string; bytes: number; range: BlockRange };
  cancel?: true;
}
export type HeardFlash = { outcome: 'taken' | 'rejected' | 'foreign'; answer?: Answer };

/** A word of a device about a program, in the transaction that counts its message. What it has is its own word; what was sent is ours. */
export async function hearFlash(tx: Tx, emit: Emit, m: FlashUp, from: Received): Promise<HeardFlash> {
  const run = await lockRun(tx, { token: m.session });
  if (run?.device_id !== from.deviceId) return { outcome: 'foreign' };
  const about = { deviceId: run.device_id, token: run.token };
  const at = new Date(from.receivedAt);
  const said = 'need' in m ? 'need' : m.state;
  // whoever goes on asking for what is over has not heard that it is
  if (hasEnded(run.state)) return { outcome: 'rejected', ...(said === 'need' || said === 'ready' ? { answer: { ...about, cancel: true as const } } : {}) };
  const after = flashAfter(run.state, said);
  if (after === null) return { outcome: 'rejected' };
  const claimed = 'have' in m && m.have !== undefined ? account(m.have, run.blocks) : undefined;
  if (claimed === null) return { outcome: 'rejected' };
  // `ready` is the whole truth, after a reboot it may be less than before; with a request it only grows
  const have: Blocks = said === 'ready' ? (claimed ?? []) : claimed === undefined ? run.have : union(run.have, claimed);
  const file = await fileOf(tx, run.file_id);
  let state: FlashRunState = after;
  let reason: string | null = 'reason' in m ? m.reason : null;
  let range: BlockRange | null = null;
  if ('need' in m) {
    range = granted(m.need, run.blocks, mostAtOnce);
    if (range === null) return { outcome: 'rejected' };
  }
  const version = 'version' in m ? (m.version ?? null) : null;
  if (said === 'done' && !isProgrammed(file.version, version)) [state, reason] = ['failed', 'verify'];
  const all: Blocks =
    said === 'checking' || said === 'programming' || said === 'done' ? [[0, run.blocks - 1]] : range === null || range[0] === 0 ? have : union(have, [[0, range[0] - 1]]);
  await tx.query(
    `UPDATE flash_run SET state = $2, reason = $3, have = $4, blocks_sent = blocks_sent + $5, progress = $6, heard_at = greatest(heard_at, $7), running_version = COALESCE($8, running_version),
       running_calibration = COALESCE($9, running_calibration), rolled_back = $10, ended_at = $11 WHERE id = $1`,
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
    ],
  );
  if (state !== run.state) emit('flash.changed', runPayload(run, state, reason ?? undefined), { organizationId: run.organization_id, vehicleId: run.vehicle_id });
  return { outcome: 'taken', ...(range === null ? {} : { answer: { ...about, blocks: { fileId: file.file_id, bytes: file.bytes, range } } }) };
}
