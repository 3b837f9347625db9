import type { FactoryModel, FactoryResult } from '@headland/contracts/factory';
import { releaseYearFits } from '@headland/domain/model';
import { changesBetween } from '../../platform/event-log/record-change';
import { notifyDevices } from '../models/notify-devices.tx';
import { actOf, over, type Batch } from './batch';
import { ImportErrors } from './import-errors';

type Model = Required<FactoryModel>;
/** Of a model that is registered here: thresholds are set, and consumables added, in the console. */
const begun = { type: 'standard', machine: 'tractor', description: '', remoteControl: 'none' } as const;
const limits = { x: 45, y: 45, z: 60 };

/** Model variants by name. */
export async function importModels(
  { tx, emit, today, now }: Batch,
  records: readonly FactoryModel[],
): Promise<FactoryResult[]> {
  const errors = new ImportErrors('models');
  const rows = await tx.query<(Model & { id: number })[]>(
    `SELECT id, name, type, machine, release_year AS "releaseYear", horsepower, COALESCE(description, '') AS description, remote_control AS "remoteControl"
     FROM model WHERE name = ANY($1) ORDER BY id FOR UPDATE`,
    [records.map((r) => r.name)],
  );
  const known = new Map(rows.map(({ id, ...model }) => [model.name, { id, model }]));
  records.forEach((r, i) => {
    if (known.get(r.name)?.model.releaseYear !== r.releaseYear && !releaseYearFits(r.releaseYear, today))
      errors.add(i, 'releaseYear', 'field.yearRange');
  });
  errors.throwIfAny();
  const results: FactoryResult[] = [];
  for (const record of records) {
    const before = known.get(record.name);
    const after = over<Model>(
      before?.model ?? { ...begun, name: record.name, releaseYear: record.releaseYear, horsepower: record.horsepower },
      record,
    );
    const changes = changesBetween(before?.model ?? {}, after);
    results.push({ key: record.name, act: actOf(before !== undefined, changes.length) });
    if (changes.length === 0) continue;
    const columns = [
      after.name,
      after.type,
      after.machine,
      after.releaseYear,
      after.horsepower,
      after.description,
      after.remoteControl,
    ];
    const about = { organizationId: null };
    if (before === undefined) {
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO model (created_at, name, type, machine, release_year, horsepower, description, remote_control, rollover)
         VALUES ($8, $1, $2, $3, $4, $5, NULLIF($6, ''), $7, $9) RETURNING id`,
        [...columns, now, JSON.stringify({ 1: limits, 2: limits })],
      );
      emit('record.created', { screen: 'model', kind: 'model', id: String(row?.id), name: after.name, changes }, about);
      continue;
    }
    await tx.query(
      `UPDATE model SET version = version + 1, name = $2, type = $3, machine = $4, release_year = $5, horsepower = $6, description = NULLIF($7, ''), remote_control = $8,
         changed_at = $9 WHERE id = $1`,
      [before.id, ...columns, now],
    );
    if (before.model.remoteControl !== after.remoteControl) await notifyDevices(tx, before.id, [1, 2], now);
    emit('record.changed', { screen: 'model', kind: 'model', id: String(before.id), name: after.name, changes }, about);
  }
  return results;
}
