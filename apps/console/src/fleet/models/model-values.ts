import { deviceTypes } from '@headland/contracts/device';
import { type ConsumableItem, ModelBody, type ModelDetail, modelFields } from '@headland/contracts/model';
import { deviceTypesToNotify } from '@headland/domain/model';
import { z } from 'zod';
import { Problem } from '../../lib/call';

/**
 * The form of a model as texts: `rollover.1.x` for a limit, `consumables.i7.name` for a cell of the consumables set. `consumables` itself holds
 * the keys of the rows in their order, so that a row keeps its cells and their errors when it moves. `i7` is item 7, `n1` a new one.
 */
export type ModelValues = Record<string, string>;
export const axes = ['x', 'y', 'z'] as const;
export const itemColumns = ['name', 'maintenance', 'initialHours', 'cycleHours', 'cycleDays'] as const;
export const wordFields = [...modelFields, 'remoteControl', 'description'] as const;
export const basicFields = [...wordFields, 'imageId', 'imageAlt'] as const;
export { deviceTypes };

/** Limits of a new model, in degrees. */
const usualLimits = { x: '45', y: '45', z: '60' } as const;

export const cell = (row: string, column: (typeof itemColumns)[number]): string => `consumables.${row}.${column}`;
export const limit = (type: (typeof deviceTypes)[number], axis: (typeof axes)[number]): string =>
  `rollover.${type}.${axis}`;
export const rowsOf = (values: ModelValues): string[] =>
  (values.consumables ?? '').split(',').filter((key) => key !== '');

export const newModel = (): ModelValues => ({
  ...Object.fromEntries(basicFields.map((name) => [name, ''])),
  remoteControl: 'none',
  ...limitsFrom(() => usualLimits),
  consumables: '',
});

export const valuesOf = (model: ModelDetail): ModelValues => ({
  ...ofModel(model),
  ...itemsFrom(model.consumables, ({ id }) => `i${id}`),
});

/** Everything of another model but its name, which is one model's only; its items begin anew. */
export const copyOf = (model: ModelDetail): ModelValues => ({
  ...ofModel(model),
  name: '',
  ...itemsFrom(model.consumables, (_, i) => `n${i + 1}`),
});

const ofModel = (model: ModelDetail): ModelValues => ({
  ...Object.fromEntries(basicFields.map((name) => [name, String(model[name] ?? '')])),
  ...limitsFrom((type) => model.rollover[type]),
});
const limitsFrom = (
  of: (type: (typeof deviceTypes)[number]) => Record<(typeof axes)[number], string | number>,
): ModelValues =>
  Object.fromEntries(deviceTypes.flatMap((type) => axes.map((axis) => [limit(type, axis), String(of(type)[axis])])));
const itemsFrom = <I extends ConsumableItem>(
  items: readonly I[],
  keyOf: (item: I, i: number) => string,
): ModelValues => ({
  consumables: items.map(keyOf).join(),
  ...Object.fromEntries(
    items.flatMap((item, i) => itemColumns.map((column) => [cell(keyOf(item, i), column), String(item[column] ?? '')])),
  ),
});

/** The key of one more row: used by no present or removed row. */
export function nextRow(values: ModelValues): string {
  const used = Object.keys(values).map((name) => Number(/^consumables\.n(\d+)\./u.exec(name)?.[1] ?? 0));
  return `n${Math.max(0, ...used) + 1}`;
}

/** The texts as the server expects them, checked by its own schema; errors are keyed by the name of the field. */
export const ModelForm = z.record(z.string(), z.string()).transform((texts, ctx): ModelBody => {
  const parsed = ModelBody.safeParse(bodyOf(texts));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    ctx.addIssue({ code: 'custom', message, path: [fieldOf(path, rowsOf(texts))] });
  return z.NEVER;
});

const bodyOf = (texts: ModelValues) => ({
  ...Object.fromEntries(basicFields.map((name) => [name, texts[name]])),
  description: texts.description ?? '',
  imageId: texts.imageId ?? null,
  imageAlt: texts.imageAlt ?? '',
  rollover: Object.fromEntries(
    deviceTypes.map((type) => [type, Object.fromEntries(axes.map((axis) => [axis, texts[limit(type, axis)]]))]),
  ),
  consumables: rowsOf(texts).map((row) => ({
    id: row.startsWith('i') ? Number(row.slice(1)) : null,
    name: texts[cell(row, 'name')],
    maintenance: texts[cell(row, 'maintenance')],
    initialHours: texts[cell(row, 'initialHours')],
    cycleHours: texts[cell(row, 'cycleHours')],
    cycleDays: texts[cell(row, 'cycleDays')] ?? null,
  })),
});

/** consumables, 2, name → `consumables.n3.name`, where the third row is n3. */
function fieldOf(path: readonly PropertyKey[], rows: readonly string[]): string {
  const [head, at, column] = path.map(String);
  if (head !== 'consumables' || at === undefined) return path.map(String).join('.');
  // the id of an item is in no cell: its error is shown beside its name
  return [head, rows[Number(at)] ?? at, column === 'id' ? 'name' : column].join('.');
}

/** An error of the server for the third row is shown in that row, wherever it has moved since. */
export function mapErrorToFields(error: unknown, rows: readonly string[]): unknown {
  if (!(error instanceof Problem)) return error;
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, key]) => [fieldOf(name.split('.'), rows), key]),
  );
  return new Problem(error.code, error.values, fields, error.reference, error.status);
}

/** Whether saving reaches out to vehicles: to the cycles that run on them, or to their devices. */
export function reachesVehicles(body: ModelBody, before: ModelDetail): boolean {
  const cycles = (items: readonly ConsumableItem[]) =>
    items
      .map(({ id, initialHours, cycleHours, cycleDays }) => [id, initialHours, cycleHours, cycleDays].join())
      .sort()
      .join(';');
  return cycles(body.consumables) !== cycles(before.consumables) || deviceTypesToNotify(before, body).length > 0;
}
