import type { ConsumableItem, ModelBody, Rollover } from '@headland/contracts/model';
import { releaseYearFits } from '@headland/domain/model';
import { itemsOf } from '../../maintenance/consumables/consumables-set.reads';
import type { Tx } from '../../platform/database/rows';
import { changesBetween } from '../../platform/event-log/record-change';
import { dropFile, keepFile } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';

/** A model as it stands, in the shape of the form. */
export type LockedModel = ModelBody & { id: number; version: number };

/** Whoever gives a vehicle this model, or plans its cycles, waits until the change is through. Throws NOT_FOUND. */
export async function lockModel(tx: Tx, id: number): Promise<LockedModel> {
  const [row] = await tx.query<Omit<LockedModel, 'consumables'>[]>(
    `SELECT id, version, name, type, machine, release_year AS "releaseYear", horsepower, COALESCE(description, '') AS description, remote_control AS "remoteControl", rollover,
       image_id AS "imageId", COALESCE(image_alt, '') AS "imageAlt" FROM model WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return { ...row, consumables: await itemsOf(tx, id) };
}

export function checkYear(year: number, today: string): void {
  if (!releaseYearFits(year, today)) throw new Problem('E0001', {}, { releaseYear: 'field.yearRange' });
}

/** Parameters of the columns that a model's form writes, from $2 on. */
export const columnsOf = (b: ModelBody): unknown[] => [
  b.name,
  b.type,
  b.machine,
  b.releaseYear,
  b.horsepower,
  b.description,
  b.remoteControl,
  JSON.stringify(b.rollover),
  b.imageId,
  b.imageAlt,
];

/** Takes the new picture, lets go of the old one; a copy of a model has the same picture as its original. Call it after the row was written. */
export async function exchangeImage(tx: Tx, before: string | null, after: string | null): Promise<void> {
  if (before === null || before === after) return;
  // first the lock, then the look: whoever takes the same picture at this moment is seen, or takes it afterwards
  await tx.query('SELECT 1 FROM stored_file WHERE id = $1 FOR UPDATE', [before]);
  const others = await tx.query<unknown[]>('SELECT 1 FROM model WHERE image_id = $1 LIMIT 1', [before]);
  if (others.length === 0) await dropFile(tx, before);
}
export const keepModelImage = async (tx: Tx, id: string | null): Promise<void> => {
  if (id !== null) await keepFile(tx, id, 'image', 'imageId');
};

type Changes = ReturnType<typeof changesBetween>;

/** What the log tells of a model; a consumable's fields stand under its name: "Engine oil · cycleHours". */
export async function modelChanges(tx: Tx, before: ModelBody | null, after: ModelBody): Promise<Changes> {
  return [
    ...changesBetween(before ? told(before) : {}, told(after)),
    ...(await imageChange(tx, before?.imageId ?? null, after.imageId)),
    ...itemChanges(before?.consumables ?? [], after.consumables),
  ];
}

const told = ({
  name,
  type,
  machine,
  releaseYear,
  horsepower,
  description,
  remoteControl,
  rollover,
  imageAlt,
}: ModelBody) => ({
  name,
  type,
  machine,
  releaseYear,
  horsepower,
  description,
  remoteControl,
  ...limitsOf(1, rollover[1]),
  ...limitsOf(2, rollover[2]),
  imageAlt,
});
const limitsOf = (type: number, { x, y, z }: Rollover) => ({
  [`rollover.${type}.x`]: x,
  [`rollover.${type}.y`]: y,
  [`rollover.${type}.z`]: z,
});

/** Pictures are told by the names of their files; two of the same name are two all the same. */
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
