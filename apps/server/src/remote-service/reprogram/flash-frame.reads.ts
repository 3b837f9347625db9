import type { DataSource } from 'typeorm';
import type { FlashFrame } from '@headland/contracts/reprogram';
import { countBlocks } from '@headland/domain/reprogram/blocks';
import type { RunRow } from './flash-row';

/** Progress of the newest run of each of these vehicles. */
export async function flashFrames(
  database: Pick<DataSource, 'query'>,
  vehicleIds: readonly number[],
): Promise<FlashFrame[]> {
  const rows = await database.query<RunRow[]>(
    `SELECT r.* FROM unnest($1::int[]) AS v(id) CROSS JOIN LATERAL (SELECT * FROM flash_run WHERE vehicle_id = v.id ORDER BY id DESC LIMIT 1) r`,
    [vehicleIds],
  );
  return rows.map((r) => ({
    id: r.id,
    vehicleId: r.vehicle_id,
    state: r.state,
    reason: r.reason,
    blocksThere: countBlocks(r.have),
    blocksSent: r.blocks_sent,
    allSent: r.all_sent,
    have: r.have.map(([from, to]) => [from, to]),
    progress: r.progress,
    pauses: r.pauses,
    runningVersion: r.running_version,
    rolledBack: r.rolled_back,
    endedAt: r.ended_at?.toISOString() ?? null,
  }));
}
