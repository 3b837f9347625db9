import type { DataSource, EntityTarget } from 'typeorm';
import { insertAt, moveTo, type Placement, removeFrom, type Shift } from '@headland/domain/display-order';
import { columnName } from '../database/columns-of';
import type { Tx } from '../database/rows';

/** Part of a record that has a display order. */
export interface Place {
  displayOrder?: number | null;
}
type Row = object & Place;

/**
 * The display order of the records of a table, after the rule of `domain/display-order`. Call `lock` before any row is
 * locked: whoever orders the same table waits for the commit. Rows that only make room keep their version, so that no form
 * on them is refused. The table has `UNIQUE (group, display_order) DEFERRABLE INITIALLY DEFERRED`; a removed row has no place.
 */
export class DisplayOrder {
  private constructor(
    private readonly table: string,
    /** property whose value is the group; null: the whole table is one */
    private readonly group: string | null,
  ) {}

  static of(database: DataSource, entity: EntityTarget<object>, within: string | undefined): DisplayOrder | null {
    if (within === undefined) return null;
    return new DisplayOrder(database.getMetadata(entity).tableName, within === 'all' ? null : within);
  }

  async lock(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`display order ${this.table}`]);
  }

  /** Makes room for a new or changed row, and answers its place. Without a wanted place an old row stays, a new one goes to the end. */
  async place(tx: Tx, given: Row, before: Row | null): Promise<{ displayOrder: number }> {
    const group = this.groupOf({ ...before, ...given });
    const from = before?.displayOrder ?? null;
    const stays = from !== null && before !== null && this.groupOf(before) === group;
    const size = await this.sizeOf(tx, group);
    const wanted = given.displayOrder ?? (stays ? from : size + 1);
    const { place, shift }: Placement = stays ? moveTo(size, from, wanted) : insertAt(size, wanted);
    if (!stays && before !== null) await this.leave(tx, before);
    await this.shift(tx, group, shift);
    return { displayOrder: place };
  }

  /** Those behind a row that leaves its group move up. */
  async leave(tx: Tx, before: Row): Promise<{ displayOrder: null }> {
    const group = this.groupOf(before);
    if (before.displayOrder != null)
      await this.shift(tx, group, removeFrom(await this.sizeOf(tx, group), before.displayOrder));
    return { displayOrder: null };
  }

  /** The places of those of many that enter a group: at its end, in their order. Those behind ones that leave another move up. */
  async append<W extends { given: Row; before: (Row & { id: number }) | null }>(
    tx: Tx,
    writes: readonly W[],
  ): Promise<Map<W, number>> {
    const groupOf = ({ given, before }: W): unknown => this.groupOf({ ...before, ...given });
    const entering = writes.filter((w) => w.before === null || this.groupOf(w.before) !== groupOf(w));
    const leaving = entering.flatMap(({ before }) => (before ? [before.id] : []));
    const group = this.group === null ? 'NULL::text' : columnName(this.group);
    if (leaving.length > 0)
      await tx.query(
        `UPDATE ${this.table} t SET display_order = n.place
         FROM (SELECT id, row_number() OVER (PARTITION BY ${group} ORDER BY display_order) AS place FROM ${this.table}
               WHERE display_order IS NOT NULL AND id <> ALL($1::int[])) n
         WHERE t.id = n.id AND t.display_order <> n.place`,
        [leaving],
      );
    const sizes = await tx.query<{ group: unknown; size: number }[]>(
      `SELECT ${group} AS group, max(display_order) AS size FROM ${this.table} WHERE display_order IS NOT NULL AND id <> ALL($1::int[]) GROUP BY 1`,
      [leaving],
    );
    const last = new Map(sizes.map(({ group: key, size }) => [key, size]));
    return new Map(
      entering.map((w) => {
        const place = (last.get(groupOf(w)) ?? 0) + 1;
        last.set(groupOf(w), place);
        return [w, place];
      }),
    );
  }

  private groupOf(row: Row): unknown {
    return this.group === null ? null : (row as Record<string, unknown>)[this.group];
  }

  private get inGroup(): string {
    return this.group === null ? '$1::text IS NULL' : `${columnName(this.group)} = $1`;
  }

  private async sizeOf(tx: Tx, group: unknown): Promise<number> {
    const [row] = await tx.query<{ size: number }[]>(
      `SELECT COALESCE(max(display_order), 0)::int AS size FROM ${this.table} WHERE ${this.inGroup}`,
      [group],
    );
    return row?.size ?? 0;
  }

  private async shift(tx: Tx, group: unknown, shift: Shift | null): Promise<void> {
    if (shift === null) return;
    await tx.query(
      `UPDATE ${this.table} SET display_order = display_order + $2 WHERE ${this.inGroup} AND display_order BETWEEN $3 AND $4`,
      [group, shift.by, shift.first, shift.last],
    );
  }
}
