import type { FactoryResult, FactoryVehicle } from '@headland/contracts/factory';
import { releaseYearFits } from '@headland/domain/model';
import { startCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { changesBetween } from '../../platform/event-log/record-change';
import { actOf, over, type Batch } from './batch';
import { ImportErrors } from './import-errors';

interface Vehicle {
  releaseYear: number;
  horsepower: number;
  transmission: string | null;
}
interface Known {
  id: number;
  vin: string;
  model: string;
  organizationId: number;
  vehicle: Vehicle;
}

/** Vehicles by VIN. A new one belongs to the plant, and the cycles of its consumables begin. */
export async function importVehicles(batch: Batch, records: readonly FactoryVehicle[]): Promise<FactoryResult[]> {
  const { tx, emit } = batch;
  const known = await knownVehicles(batch, records);
  const models = await modelsOf(batch, records);
  complainAbout(batch, records, known, models);
  const results: FactoryResult[] = [];
  const born: { vin: string; modelId: number; model: string; vehicle: Vehicle }[] = [];
  const grown: { before: Known; after: Vehicle }[] = [];
  for (const record of records) {
    const before = known.get(record.vin);
    const model = models.get(record.model);
    if (model === undefined) throw new Error('an unknown model has been complained about');
    const after = over<Vehicle>(
      before?.vehicle ?? { releaseYear: model.releaseYear, horsepower: model.horsepower, transmission: null },
      record,
    );
    const changes = changesBetween({ ...before?.vehicle }, { ...after });
    results.push({ key: record.vin, act: actOf(before !== undefined, changes.length) });
    if (before === undefined) born.push({ vin: record.vin, modelId: model.id, model: record.model, vehicle: after });
    else if (changes.length > 0) grown.push({ before, after });
  }
  const made = await insert(batch, born);
  for (const { vin, model, vehicle } of born) {
    const changes = changesBetween({}, { model, ...vehicle });
    const id = made.get(vin) ?? 0;
    emit(
      'record.created',
      { screen: 'production', kind: 'vehicle', id: String(id), name: vin, changes },
      { organizationId: batch.plant.id, vehicleId: id },
    );
  }
  for (const { before, after } of grown) {
    const { id, vin, organizationId } = before;
    await tx.query(
      'UPDATE vehicle SET version = version + 1, release_year = $2, horsepower = $3, transmission = $4 WHERE id = $1',
      [id, after.releaseYear, after.horsepower, after.transmission],
    );
    const changes = changesBetween({ ...before.vehicle }, { ...after });
    emit(
      'record.changed',
      { screen: 'production', kind: 'vehicle', id: String(id), name: vin, changes },
      { organizationId, vehicleId: id },
    );
  }
  notifyLists(batch, [
    ...[...made.values()].map((id) => ({ id, organizationId: batch.plant.id })),
    ...grown.map(({ before }) => before),
  ]);
  return results;
}

/** Consoles read their lists again: one word for each organisation. */
export function notifyLists(
  { emit }: Pick<Batch, 'emit'>,
  vehicles: readonly { id: number; organizationId: number }[],
): void {
  const byOrganization = new Map<number, number[]>();
  for (const { id, organizationId } of vehicles)
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), id]);
  for (const [organizationId, vehicleIds] of byOrganization)
    emit('vehicle.changed', { vehicleIds }, { organizationId });
}

async function knownVehicles({ tx }: Batch, records: readonly FactoryVehicle[]): Promise<Map<string, Known>> {
  const rows = await tx.query<(Omit<Known, 'vehicle'> & Vehicle)[]>(
    `SELECT v.id, v.vin, m.name AS model, v.organization_id AS "organizationId", v.release_year AS "releaseYear", v.horsepower, v.transmission
     FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.vin = ANY($1) ORDER BY v.id FOR NO KEY UPDATE OF v`,
    [records.map((r) => r.vin)],
  );
  return new Map(
    rows.map(({ id, vin, model, organizationId, releaseYear, horsepower, transmission }) => [
      vin,
      { id, vin, model, organizationId, vehicle: { releaseYear, horsepower, transmission } },
    ]),
  );
}

type Models = Map<string, { id: number; releaseYear: number; horsepower: number }>;
async function modelsOf({ tx }: Batch, records: readonly FactoryVehicle[]): Promise<Models> {
  const names = [...new Set(records.map((r) => r.model))];
  const rows = await tx.query<{ id: number; name: string; releaseYear: number; horsepower: number }[]>(
    'SELECT id, name, release_year AS "releaseYear", horsepower FROM model WHERE name = ANY($1)',
    [names],
  );
  return new Map(rows.map((m) => [m.name, m]));
}

function complainAbout(
  { today }: Batch,
  records: readonly FactoryVehicle[],
  known: Map<string, Known>,
  models: Models,
): void {
  const errors = new ImportErrors('vehicles');
  records.forEach((r, i) => {
    const before = known.get(r.vin);
    if (!models.has(r.model)) errors.add(i, 'model', 'field.unknown');
    else if (before !== undefined && before.model !== r.model) errors.add(i, 'model', 'field.otherModel');
    if (
      r.releaseYear !== undefined &&
      before?.vehicle.releaseYear !== r.releaseYear &&
      !releaseYearFits(r.releaseYear, today)
    )
      errors.add(i, 'releaseYear', 'field.yearRange');
  });
  errors.throwIfAny();
}

/** VIN → id. */
async function insert(
  { tx, plant, now, timeZone }: Batch,
  born: readonly { vin: string; modelId: number; vehicle: Vehicle }[],
): Promise<Map<string, number>> {
  if (born.length === 0) return new Map();
  const rows = await tx.query<{ id: number; vin: string }[]>(
    `INSERT INTO vehicle (vin, model_id, organization_id, release_year, horsepower, transmission, created_at)
     SELECT b.vin, b.model_id, $1, b.release_year, b.horsepower, b.transmission, $7
     FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::text[]) WITH ORDINALITY AS b(vin, model_id, release_year, horsepower, transmission, place)
     ORDER BY b.place RETURNING id, vin`,
    [
      plant.id,
      born.map((b) => b.vin),
      born.map((b) => b.modelId),
      born.map((b) => b.vehicle.releaseYear),
      born.map((b) => b.vehicle.horsepower),
      born.map((b) => b.vehicle.transmission),
      now,
    ],
  );
  await startCycles(
    tx,
    rows.map((r) => r.id),
    now,
    timeZone,
  );
  return new Map(rows.map((r) => [r.vin, r.id]));
}
