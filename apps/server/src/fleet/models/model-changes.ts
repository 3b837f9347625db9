import { type ConsumableItem, modelFields, type Rollover } from '@headland/contracts/model';
import type { Tx } from '../../platform/database/rows';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Changes } from '../../platform/records/record';
import type { Model } from './model.entity';

/** A model with its consumables set, as the form has it. */
export type ModelState = Model & { consumables: ConsumableItem[] };

/** The logged fields of a model; a consumable's fields are under its name: "Engine oil · cycleHours". */
export async function modelChanges(before: ModelState | null, after: ModelState, tx: Tx): Promise<Changes> {
  return [
    ...changesBetween(before ? fieldsInLog(before) : {}, fieldsInLog(after)),
    ...(await imageChange(tx, before?.imageId ?? null, after.imageId)),
    ...itemChanges(before?.consumables ?? [], after.consumables),
  ];
}

const fieldsInLog = (m: ModelState) => ({
  ...Object.fromEntries(([...modelFields, 'description', 'remoteControl'] as const).map((field) => [field, m[field]])),
  ...limitsOf(1, m.rollover[1]),
  ...limitsOf(2, m.rollover[2]),
  imageAlt: m.imageAlt,
});
const limitsOf = (type: number, { x, y, z }: Rollover) => ({
  [`rollover.${type}.x`]: x,
  [`rollover.${type}.y`]: y,
  [`rollover.${type}.z`]: z,
});

/** Pictures are named by their files; two of the same name still differ. */
async function imageChange(tx: Tx, before: string | null, after: string | null): Promise<Changes> {
  if (before === after) return [];
  const rows = await tx.query<{ id: string; name: string }[]>('SELECT id, name FROM stored_file WHERE id = ANY($1)', [
    [before, after].filter((i) => i !== null),
  ]);
  const nameOf = (id: string | null): string | null => rows.find((r) => r.id === id)?.name ?? null;
  return [{ field: 'imageId', from: nameOf(before), to: nameOf(after) }];
}

/** Item by item, those that went last. `after` is read from the database: each of its items has an id. */
function itemChanges(before: readonly ConsumableItem[], after: readonly ConsumableItem[]): Changes {
  const old = (id: number | null): ConsumableItem | undefined => before.find((i) => i.id === id);
  const gone = before.filter((b) => !after.some((a) => a.id === b.id));
  const stayed = after.filter((a) => old(a.id)).map((a) => a.id);
  const order = before.map((b) => b.id).filter((id) => stayed.includes(id));
  const names = (items: readonly ConsumableItem[]): string => items.map((i) => i.name).join(', ');
  return [
    ...after.flatMap((a) => {
      const was = old(a.id);
      return under(was?.name ?? a.name, changesBetween(was ? fieldsOf(was) : {}, was ? fieldsOf(a) : withoutName(a)));
    }),
    ...gone.flatMap((b) =>
      under(
        b.name,
        changesBetween(withoutName(b), { maintenance: null, initialHours: null, cycleHours: null, cycleDays: null }),
      ),
    ),
    ...(order.join() === stayed.join() ? [] : [{ field: 'order', from: names(before), to: names(after) }]),
  ];
}
const withoutName = ({ maintenance, initialHours, cycleHours, cycleDays }: ConsumableItem) => ({
  maintenance,
  initialHours,
  cycleHours,
  cycleDays,
});
const fieldsOf = (item: ConsumableItem) => ({ name: item.name, ...withoutName(item) });
const under = (name: string, changes: Changes): Changes =>
  changes.map((c) => ({ ...c, field: `${name} · ${c.field}` }));
