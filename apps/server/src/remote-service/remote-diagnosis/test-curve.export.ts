import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { diagnosis } from '@headland/contracts/diagnosis';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { headingLabel } from '@headland/i18n/diagnosis-labels';
import type { Tx } from '../../platform/database/rows';
import { rowsOf } from '../../platform/database/cursor';
import { type ExportColumn, ExportRegistry } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { testOffset, type TraceRow } from './judge-test.tx';
import { mustSeeSession } from './session.reads';

interface CurveRow {
  /** our clock, epoch ms */
  at: number;
  /** since the first row */
  seconds: number;
  step: number;
  values: Readonly<Record<string, number | null>>;
}

/** The measurements of one test as a workbook: every signal at the machine's rate, with the current step. */
@Injectable()
export class TestCurveExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'testCurve',
      file: 'testCurve',
      title: 'serviceHistory.curve',
      endpoint: diagnosis.curve,
      open: async ({ testId }, caller) => {
        const offsetMs = await offsetOf(database.manager, testId, caller.scope);
        return { count: (tx) => countRows(tx, testId), rows: (tx) => curveRows(tx, testId, offsetMs) };
      },
      columns: [
        { key: 'at', title: 'serviceHistory.ours', kind: 'moment', value: (r) => new Date(r.at) },
        { key: 'seconds', title: 'serviceHistory.atSecond', kind: 'number', decimals: 2, value: (r) => r.seconds },
        { key: 'step', title: 'serviceHistory.step', kind: 'number', value: (r) => r.step + 1 },
        ...[...monitorItems.values()].map(({ id, ko, en, unit, digits }): ExportColumn<CurveRow> => ({
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

/** How far the machine's clock is behind ours, ms. Throws NOT_FOUND for a test of a vehicle outside of the scope. */
async function offsetOf(tx: Tx, testId: number, scope: Scope): Promise<number> {
  const [row] = await tx.query<{ session_id: number; offset_ms: string }[]>(testOffset, [testId]);
  if (row === undefined) throw new Problem('NOT_FOUND');
  await mustSeeSession(tx, scope, row.session_id);
  return Number(row.offset_ms);
}

const countRows = async (tx: Tx, testId: number): Promise<number> =>
  (
    await tx.query<{ n: number }[]>(
      'SELECT COALESCE(sum(jsonb_array_length(rows)), 0)::int AS n FROM diagnosis_trace WHERE test_id = $1',
      [testId],
    )
  )[0]?.n ?? 0;

async function* curveRows(tx: Tx, testId: number, offsetMs: number): AsyncGenerator<CurveRow[]> {
  let from: number | null = null;
  for await (const batch of rowsOf<TraceRow>(
    tx,
    'SELECT t0, step, period, items, rows FROM diagnosis_trace WHERE test_id = $1 ORDER BY t0',
    [testId],
  )) {
    const began: number = (from ??= Number(batch[0]?.t0 ?? 0));
    yield batch.flatMap(({ t0, step, period, items, rows }) =>
      rows.map((row, k): CurveRow => {
        const deviceAt = Number(t0) + k * period;
        return {
          at: deviceAt + offsetMs,
          seconds: (deviceAt - began) / 1000,
          step,
          values: Object.fromEntries(items.map((item, i) => [item, row[i] ?? null])),
        };
      }),
    );
  }
}
