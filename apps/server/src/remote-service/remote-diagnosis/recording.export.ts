import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { diagnosis } from '@headland/contracts/diagnosis';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { headingLabel } from '@headland/i18n/diagnosis-labels';
import { rowsOf } from '../../platform/database/cursor';
import type { Tx } from '../../platform/database/rows';
import { type ExportColumn, ExportRegistry } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { mustSeeSession } from './session.reads';

export interface RecordedRow {
  /** our clock, epoch ms */
  at: number;
  /** the device's own, epoch ms */
  deviceAt: number;
  values: Readonly<Record<string, number | null>>;
}
export interface Recorded {
  id: number;
  items: string[];
  period: number;
  offsetMs: number;
  rows: number;
}

/** A whole recording as a workbook: every watched item, by our clock and by the machine's. */
@Injectable()
export class RecordingExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'recording',
      file: 'recording',
      title: 'serviceHistory.row',
      endpoint: diagnosis.recording,
      open: async ({ recordingId, after }, caller) => {
        const recorded = await recordedOf(database.manager, recordingId, caller.scope);
        return {
          // `after` is for incremental reads; a file has everything
          count: () => Promise.resolve(after === 0 ? recorded.rows : 0),
          rows: (tx) => recordedRows(tx, recorded),
        };
      },
      columns: [
        { key: 'at', title: 'serviceHistory.ours', kind: 'moment', value: (r) => new Date(r.at) },
        {
          key: 'device',
          title: 'serviceHistory.device',
          kind: 'text',
          width: 26,
          value: (r) => new Date(r.deviceAt).toISOString(),
        },
        ...[...monitorItems.values()].map(({ id, ko, en, unit, digits }): ExportColumn<RecordedRow> => ({
          key: id,
          title: { ko: headingLabel(ko, unit), en: headingLabel(en, unit) },
          kind: 'number',
          decimals: digits,
          width: 18,
          value: (r) => r.values[id],
        })),
      ],
    });
  }
}

/** Throws NOT_FOUND for a vehicle outside of the scope. */
export async function recordedOf(tx: Tx, id: number, scope: Scope): Promise<Recorded> {
  const [row] = await tx.query<
    { session_id: number; items: string[]; period: number; offset_ms: string; row_count: number }[]
  >('SELECT session_id, items, period, offset_ms, row_count FROM diagnosis_recording WHERE id = $1', [id]);
  if (row === undefined) throw new Problem('NOT_FOUND');
  await mustSeeSession(tx, scope, row.session_id);
  return { id, items: row.items, period: row.period, offsetMs: Number(row.offset_ms), rows: row.row_count };
}

/** Needs a transaction. */
export async function* recordedRows(tx: Tx, { id, items, period, offsetMs }: Recorded): AsyncGenerator<RecordedRow[]> {
  for await (const batch of rowsOf<{ t0: string; rows: (number | null)[][] }>(
    tx,
    'SELECT t0, rows FROM diagnosis_rows WHERE recording_id = $1 ORDER BY t0',
    [id],
  ))
    yield batch.flatMap(({ t0, rows }) =>
      rows.map((row, k): RecordedRow => {
        const deviceAt = Number(t0) + k * period;
        return {
          at: deviceAt + offsetMs,
          deviceAt,
          values: Object.fromEntries(items.map((item, i) => [item, row[i] ?? null])),
        };
      }),
    );
}
