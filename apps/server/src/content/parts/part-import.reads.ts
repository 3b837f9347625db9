import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { type PartCellError, type PartColumn, partColumns } from '@headland/contracts/part';
import {
  type KnownShop,
  nameKey,
  type PartSheetRow,
  readPart,
  rowErrors,
  twiceErrors,
} from '@headland/domain/part-import';
import { errorsInOrder } from '@headland/domain/workbook';
import { formatMessage } from '@headland/i18n/format-message';
import { languages } from '@headland/i18n/messages';
import type { Caller } from '../../platform/caller';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import type { Changes, Write } from '../../platform/records/record';
import type { ReadFile } from '../../platform/workbook/job';
import { Part } from './part.entity';
import { partRecord, type PartState } from './part.record';

/** What a row makes of a part; without changes it writes nothing. */
export interface PartWrite extends Write<PartState> {
  row: number;
  after: PartState;
  changes: Changes;
}
export interface CheckedParts {
  /** of the rows without errors */
  writes: PartWrite[];
  errors: PartCellError[];
  /** of what is wrong and what would be written; of that no places, which change with every part that comes or goes */
  digest: string;
}
interface Check {
  caller: Caller;
  now: Date;
  config: Pick<Config, 'SHOP_HOST'>;
  /** the parts that are found do not change before the transaction ends */
  lock?: boolean;
}
/** After so many rows others get their turn. */
const step = 250;

/** The rows of a worksheet against the shop, all of them at once. */
export async function checkParts(
  tx: EntityManager,
  { rows, columns, errors: badCells }: ReadFile<PartColumn>,
  { caller, now, config, lock = false }: Check,
): Promise<CheckedParts> {
  const { known, namesOf } = await shopNames(tx, config.SHOP_HOST);
  const parts = await partsOf(tx, rows, lock);
  const byRow = new Map<number, PartCellError[]>();
  for (const e of [...badCells, ...twiceErrors(rows)]) byRow.set(e.row, [...(byRow.get(e.row) ?? []), e]);
  const errors: PartCellError[] = [];
  const writes: PartWrite[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % step === 0) await pause();
    const bad = [...(byRow.get(row.row) ?? []), ...rowErrors(row, columns)];
    const part = parts.get(row.cells.code) ?? null;
    const read = bad.length > 0 ? null : readPart(row, columns, part, known);
    errors.push(...bad, ...(read?.errors ?? []));
    if (read === null || read.errors.length > 0) continue;
    const before: PartState | null = part && { ...part, ...namesOf(part), images: [] };
    const own = before ?? { display: 'hidden', registeredBy: caller.name, createdAt: now, images: [] };
    const fields = { ...own, ...read.given } as Part;
    const after = { ...fields, ...namesOf(fields) } as PartState;
    const given = before === null ? after : { ...read.given, ...namesOf(fields) };
    writes.push({ row: row.row, before, given, after, changes: await partRecord.changes(before, after, tx) });
  }
  const inSheet = errorsInOrder(partColumns, errors);
  return { writes, errors: inSheet, digest: digestOf(inSheet, writes) };
}

/** What rows name, and how the log names what a part refers to. Images are left alone, and so not read. */
async function shopNames(tx: Tx, shopHost: string) {
  const categories = await tx.query<{ id: number; nameKo: string; nameEn: string }[]>(
    'SELECT id, name_ko AS "nameKo", name_en AS "nameEn" FROM shop_category',
  );
  const models = await tx.query<{ id: number; name: string }[]>('SELECT id, name FROM model ORDER BY name');
  const items = await tx.query<{ name: string }[]>('SELECT DISTINCT name FROM consumable_item WHERE ended_at IS NULL');
  const known: KnownShop = {
    categories: new Map(categories.flatMap((c) => [c.nameKo, c.nameEn].map((name) => [nameKey(name), c.id]))),
    models: new Map(models.map((m) => [nameKey(m.name), m.id])),
    items: new Set(items.map((i) => i.name)),
    allModels: new Set(languages.map((language) => nameKey(formatMessage(language, 'shop.allModels')))),
    shopHost,
  };
  const categoryNames = new Map(categories.map((c) => [c.id, c.nameKo]));
  const namesOf = ({ categoryId, modelIds }: Pick<Part, 'categoryId' | 'modelIds'>) => {
    const names = models.filter((m) => modelIds.includes(m.id)).map((m) => m.name);
    return { category: categoryNames.get(categoryId) ?? '', models: names.join(', ') || null };
  };
  return { known, namesOf };
}

/** The parts with the numbers of the rows, by these. */
async function partsOf(tx: EntityManager, rows: readonly PartSheetRow[], lock: boolean): Promise<Map<string, Part>> {
  const query = tx
    .createQueryBuilder(Part, 'p')
    .where('p.code = ANY(:codes)', { codes: rows.map((r) => r.cells.code) })
    .orderBy('p.id');
  const parts = await (lock ? query.setLock('pessimistic_write') : query).getMany();
  return new Map(parts.map((part) => [part.code, part]));
}

function digestOf(errors: readonly PartCellError[], writes: readonly PartWrite[]): string {
  const written = writes.filter((w) => w.changes.length > 0).map((w) => [w.row, w.before?.id, w.changes]);
  return createHash('sha256')
    .update(JSON.stringify([errors, written]))
    .digest('base64url');
}
