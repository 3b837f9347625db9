import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { EngineInfo } from '@headland/contracts/device/diagnosis';
import type { FlashTarget } from '@headland/contracts/device/flash';
import type { FlashRunState, ReprogramFilter, ReprogramRow } from '@headland/contracts/reprogram';
import type { Tx } from '../../platform/database/rows';
import type { Caller } from '../../platform/caller';
import { ServiceVehicleReads } from '../remote-diagnosis/service-vehicle.reads';
import { writtenCalibration } from './flash.reads';

/** A controller's program: as reported in the last session, or written since then. */
export type RunsNow = Pick<
  ReprogramRow,
  'ecuSoftware' | 'ecuCalibration' | 'dcuSoftware' | 'dcuCalibration' | 'lastFlashAt' | 'lastFlash'
>;
interface Row {
  id: number;
  info: EngineInfo | null;
  heard_at: Date | null;
  state: FlashRunState | null;
  at: Date | null;
  ecu: Written | null;
  dcu: Written | null;
}
interface Written {
  version: string | null;
  calibration: string | null;
  at: string;
}

@Injectable()
export class FlashVehicleReads {
  constructor(
    private readonly vehicles: ServiceVehicleReads,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async list(filter: ReprogramFilter, caller: Caller): Promise<{ rows: ReprogramRow[]; total: number }> {
    const { rows, total } = await this.vehicles.list(filter, caller);
    const known = await runsNow(
      this.database.manager,
      rows.map((r) => r.id),
    );
    return { rows: rows.map((r) => ({ ...r, ...(known.get(r.id) ?? nothing) })), total };
  }
}

export const nothing: RunsNow = {
  ecuSoftware: null,
  ecuCalibration: null,
  dcuSoftware: null,
  dcuCalibration: null,
  lastFlashAt: null,
  lastFlash: null,
};

const written = (
  target: FlashTarget,
): string => `(SELECT jsonb_build_object('version', r.running_version, 'calibration', ${writtenCalibration}, 'at', r.ended_at)
  FROM flash_run r JOIN flash_file f ON f.id = r.file_id WHERE r.vehicle_id = v.id AND f.target = '${target}' AND r.running_version IS NOT NULL ORDER BY r.id DESC LIMIT 1)`;

/** For several vehicles at once. */
export async function runsNow(tx: Tx, vehicleIds: readonly number[]): Promise<Map<number, RunsNow>> {
  const rows = await tx.query<Row[]>(
    `SELECT v.id, ls.info, ls.heard_at, lf.state, lf.at, ${written('ecu')} AS ecu, ${written('dcu')} AS dcu FROM unnest($1::int[]) AS v(id)
     LEFT JOIN LATERAL (SELECT info, heard_at FROM diagnosis_session WHERE vehicle_id = v.id AND info IS NOT NULL ORDER BY id DESC LIMIT 1) ls ON true
     LEFT JOIN LATERAL (SELECT state, COALESCE(ended_at, offered_at) AS at FROM flash_run WHERE vehicle_id = v.id ORDER BY id DESC LIMIT 1) lf ON true`,
    [vehicleIds],
  );
  return new Map(rows.map((r) => [r.id, toRunsNow(r)]));
}

function toRunsNow({ info, heard_at: lastMessageAt, state, at, ecu, dcu }: Row): RunsNow {
  const newer = (w: Written | null): Written | null =>
    w !== null && (lastMessageAt === null || new Date(w.at) > lastMessageAt) ? w : null;
  return {
    ecuSoftware: newer(ecu)?.version ?? info?.ecu_sw_sequence ?? ecu?.version ?? null,
    ecuCalibration: newer(ecu)?.calibration ?? info?.ecu_calibration_id ?? ecu?.calibration ?? null,
    dcuSoftware: newer(dcu)?.version ?? info?.dcu_sw_version ?? dcu?.version ?? null,
    dcuCalibration: newer(dcu)?.calibration ?? info?.dcu_calibration_id ?? dcu?.calibration ?? null,
    lastFlashAt: at?.toISOString() ?? null,
    lastFlash: state,
  };
}
