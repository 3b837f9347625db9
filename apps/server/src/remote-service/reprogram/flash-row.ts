import type { BlockRange, FlashFormat, FlashTarget } from '@headland/contracts/device/flash';
import type { EventPayload } from '@headland/contracts/event-log';
import type { FlashFile, FlashRun, FlashRunState } from '@headland/contracts/reprogram';
import { countBlocks } from '@headland/domain/reprogram/blocks';
import type { ProgramIdentity } from '@headland/domain/reprogram/program-header';
import { mayCancel } from '@headland/domain/reprogram/offer';
import { confirmationRefusal, type Statement } from '@headland/domain/reprogram/statement';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';

export interface FileRow {
  id: number;
  file_id: string;
  name: string;
  format: FlashFormat;
  target: FlashTarget;
  variant: string;
  calibration: string;
  version: string;
  bytes: number;
  sha256: string;
  signature: string;
  uploaded_at: Date;
  uploaded_name: string;
  profile_version: number | null;
  profile_header: string | null;
  stated_by: number | null;
  stated_name: string | null;
  stated_at: Date | null;
  confirmed_by: number | null;
  confirmed_name: string | null;
  confirmed_at: Date | null;
}
export const statementOf = (f: FileRow): Statement & ProgramIdentity => ({
  target: f.target,
  variant: f.variant,
  calibration: f.calibration,
  version: f.version,
  statedBy: f.stated_by,
  confirmedBy: f.confirmed_by,
});

export const toFile = (f: FileRow, caller: Pick<Caller, 'userId'>): FlashFile => ({
  id: f.id,
  name: f.name,
  format: f.format,
  target: f.target,
  variant: f.variant,
  calibration: f.calibration,
  version: f.version,
  bytes: f.bytes,
  sha256: f.sha256,
  uploadedAt: f.uploaded_at.toISOString(),
  uploadedBy: f.uploaded_name,
  readBy:
    f.profile_version === null || f.profile_header === null
      ? null
      : { version: f.profile_version, header: f.profile_header },
  stated:
    f.stated_by === null
      ? null
      : {
          by: f.stated_name ?? '',
          at: f.stated_at?.toISOString() ?? '',
          confirmedBy: f.confirmed_name,
          confirmedAt: f.confirmed_at?.toISOString() ?? null,
          mayConfirm:
            caller.userId !== null && confirmationRefusal(statementOf(f), { userId: caller.userId, seen: f }) === null,
        },
});

export interface RunRow {
  id: number;
  token: string;
  file_id: number;
  vehicle_id: number;
  device_id: string;
  organization_id: number;
  state: FlashRunState;
  reason: string | null;
  blocks: number;
  have: BlockRange[];
  blocks_sent: number;
  /** every block was sent: the device may be checking or writing already */
  all_sent: boolean;
  /** when its device was asked to cancel */
  cancel_asked_at: Date | null;
  progress: number;
  pauses: number;
  from_version: string | null;
  running_version: string | null;
  rolled_back: boolean;
  offered_at: Date;
  expires_at: Date;
  heard_at: Date;
  ended_at: Date | null;
  by_user: number;
  by_name: string;
  by_organization: string;
  roll_out_id: number | null;
}
export const toRun = (r: RunRow, file: FileRow, caller: Pick<Caller, 'userId' | 'role'>): FlashRun => ({
  id: r.id,
  vehicleId: r.vehicle_id,
  file: toFile(file, caller),
  state: r.state,
  reason: r.reason,
  blocks: r.blocks,
  blocksThere: countBlocks(r.have),
  blocksSent: r.blocks_sent,
  allSent: r.all_sent,
  have: r.have.map(([from, to]) => [from, to]),
  progress: r.progress,
  pauses: r.pauses,
  fromVersion: r.from_version,
  runningVersion: r.running_version,
  rolledBack: r.rolled_back,
  mayCancel: mayCancel(r.state) && (r.by_user === caller.userId || caller.role === 'ADMIN'),
  offeredAt: r.offered_at.toISOString(),
  expiresAt: r.expires_at.toISOString(),
  endedAt: r.ended_at?.toISOString() ?? null,
  by: r.by_name,
  organization: r.by_organization,
  rollOutId: r.roll_out_id,
});

/** The file, locked until the transaction ends. */
export async function lockFile(tx: Tx, id: number): Promise<FileRow | null> {
  const [row] = await tx.query<FileRow[]>('SELECT * FROM flash_file WHERE id = $1 FOR UPDATE', [id]);
  return row ?? null;
}

/** The run, locked until the transaction ends. */
export async function lockRun(tx: Tx, by: { id: number } | { token: string }): Promise<RunRow | null> {
  const [row] =
    'id' in by
      ? await tx.query<RunRow[]>('SELECT * FROM flash_run WHERE id = $1 FOR UPDATE', [by.id])
      : await tx.query<RunRow[]>('SELECT * FROM flash_run WHERE token = $1 FOR UPDATE', [by.token]);
  return row ?? null;
}

export const runPayload = (
  r: Pick<RunRow, 'id' | 'vehicle_id' | 'device_id'>,
  state: FlashRunState,
  reason?: string,
): EventPayload<'flash.changed'> => ({
  vehicleId: r.vehicle_id,
  deviceId: r.device_id,
  runId: r.id,
  state,
  ...(reason === undefined ? {} : { reason }),
});
