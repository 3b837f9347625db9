import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import type { ReorderBody, Reordered } from '@headland/contracts/display-order';
import type { Reply } from '@headland/contracts/endpoint';
import { undoRefusal } from '@headland/domain/undo';
import { dayOf } from '@headland/domain/zone-day';
import { actorOf, type Caller } from '../caller';
import { CLOCK, type Clock } from '../clock';
import { CONFIG, type Config } from '../config';
import { columnName } from '../database/columns-of';
import { orFieldError } from '../database/unique-violation';
import { Change } from '../event-log/change';
import { changesIn, lastRemoval, refuseChangedMeanwhile } from '../event-log/record-change';
import { recordHistory } from '../event-log/record-history';
import { ExportRegistry, pageOf, selected } from '../exports/export-registry';
import { Problem, refuse } from '../problem';
import { DisplayOrder, type Place } from './display-order';
import { findRecord, lockRecord } from './lock-record';
import type * as r from './record';

/** What reads and writes of records need beside their definitions. */
@Injectable()
export class Records {
  constructor(
    @InjectDataSource() readonly database: DataSource,
    @Inject(CLOCK) readonly now: Clock,
    @Inject(CONFIG) readonly config: Config,
    readonly change: Change,
    readonly commands: CommandBus,
    readonly exports: ExportRegistry,
  ) {}

  of<R extends r.RecordEndpoints, E extends r.RecordEntity, S extends E, By>(
    definition: r.RecordDefinition<R, E, S, By>,
  ): RecordStore<R, E, S, By> {
    return new RecordStore(definition, this);
  }

  readAt(): r.ReadAt {
    const now = this.now();
    return { now, today: dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE) };
  }
}

/** The records of one kind. A write is one transaction with its event, and answers the record as it is after the commit. */
export class RecordStore<R extends r.RecordEndpoints, E extends r.RecordEntity, S extends E, By> {
  private readonly order: DisplayOrder | null;

  constructor(
    private readonly definition: r.RecordDefinition<R, E, S, By>,
    private readonly parts: Records,
  ) {
    this.order = DisplayOrder.of(parts.database, definition.entity, definition.orderedWithin);
  }

  page(caller: Caller, filter: r.Filter<R>): Promise<Reply<R['list']>> {
    const { definition: d, parts } = this;
    return d.page
      ? d.page(parts.database, caller, filter)
      : (pageOf(parts.database, d.list(caller, filter, parts.readAt()), filter) as Promise<Reply<R['list']>>);
  }

  get(caller: Caller, id: number): Promise<Reply<R['get']>> {
    return this.definition.detail(this.parts.database, caller, id, this.parts.readAt());
  }

  async create(caller: Caller, body: r.CreateBody<R>): Promise<Reply<R['get']>> {
    const { definition: d } = this;
    const created = await this.act(caller, async (act) => {
      const given = await this.placed(act, await d.prepare(act, body, null), null);
      const { identifiers } = await orFieldError(act.tx.insert(d.entity, this.columnsOf(given)));
      const { id } = identifiers[0] as { id: number };
      const after = { ...given, ...(await d.related?.(act, id, body, null)), id } as S;
      await this.emit(act, 'record.created', null, after, await d.changes(null, after, act.tx));
      return after;
    });
    await this.committed(caller, null, created);
    return this.get(caller, created.id);
  }

  /** A form that changes nothing writes nothing. */
  async change(caller: Caller, id: number, body: r.ChangeBody<R>): Promise<Reply<R['get']>> {
    const { definition: d } = this;
    const changed = await this.act(caller, async (act) => {
      const before = await lockRecord(act.tx, d, caller.scope, id);
      refuse(d.closed?.(before) ?? null);
      if (before.version !== body.version) return refuseChangedMeanwhile(act.tx, d.kind, id);
      const given = await this.placed(act, await d.prepare(act, body, before), before);
      const after: S = { ...before, ...given, ...(await d.related?.(act, id, body, before)) };
      const changes = await d.changes(before, after, act.tx);
      if (changes.length === 0) return null;
      await orFieldError(act.tx.update(d.entity, id, this.columnsOf(given)));
      await this.emit(act, 'record.changed', before, after, changes);
      return { before, after };
    });
    if (changed) await this.committed(caller, changed.before, changed.after);
    return this.get(caller, id);
  }

  /** Gives several records the same columns, all of them or none; answers how many differ now. */
  async changeMany(caller: Caller, ids: readonly number[], given: Partial<S>): Promise<number> {
    const { definition: d } = this;
    const changed = await this.act(caller, async (act) => {
      const done: { before: S; after: S }[] = [];
      for (const id of inOrder(ids)) {
        const before = await lockRecord(act.tx, d, caller.scope, id);
        refuse(d.closed?.(before) ?? null);
        const after: S = { ...before, ...given };
        const changes = await d.changes(before, after, act.tx);
        if (changes.length === 0) continue;
        await act.tx.update(d.entity, id, this.columnsOf(given));
        await this.emit(act, 'record.changed', before, after, changes);
        done.push({ before, after });
      }
      return done;
    });
    for (const { before, after } of changed) await this.committed(caller, before, after);
    return changed.length;
  }

  /**
   * Many at once, as an import writes them, all of them or none. `plan` answers for each what `prepare` would: `before` null is a new one, the others it
   * has locked. Those that enter a group of the display order come to its end. What they have in other tables stays: `related` is not called.
   * Answers those that differ now.
   */
  async writeMany(
    caller: Caller,
    plan: (act: r.RecordAct<By>) => Promise<r.Write<S>[]>,
  ): Promise<{ before: S | null; after: S }[]> {
    const { definition: d } = this;
    const done = await this.act(caller, async (act) => {
      const writes = await plan(act);
      const places = await this.order?.append(act.tx, writes);
      const all = writes.map((w) => {
        const displayOrder = places?.get(w);
        const given = displayOrder === undefined ? w.given : { ...w.given, displayOrder };
        return { given, before: w.before, after: { ...w.before, ...given } as S, changes: [] as r.Changes };
      });
      for (const w of all) w.changes = await d.changes(w.before, w.after, act.tx);
      const changed = all.filter((w) => w.changes.length > 0);
      await this.insertMany(
        act.tx,
        changed.filter((w) => w.before === null).map((w) => w.after),
      );
      await this.updateMany(
        act.tx,
        changed.filter((w) => w.before !== null),
      );
      for (const { before, after, changes } of changed)
        await this.emit(act, before === null ? 'record.created' : 'record.changed', before, after, changes);
      return changed;
    });
    for (const { before, after } of done) await this.committed(caller, before, after);
    return done;
  }

  /** Answers it as its removal left it. */
  async remove(caller: Caller, id: number): Promise<S> {
    const [removed] = await this.removeMany(caller, [id]);
    return removed as S;
  }

  /** All of them or none. */
  async removeMany(caller: Caller, ids: readonly number[]): Promise<S[]> {
    const { definition: d } = this;
    const done = await this.act(caller, async (act) => {
      const removals: { before: S; removed: S }[] = [];
      for (const id of inOrder(ids)) {
        const before = await lockRecord(act.tx, d, caller.scope, id);
        if (!d.remove) throw new Error(`a ${d.kind} is not removed`);
        const given: Partial<S> = { ...(await d.remove(act, before)), ...(await this.order?.leave(act.tx, before)) };
        await act.tx.update(d.entity, id, this.columnsOf(given));
        await this.emit(act, 'record.deleted', before, null, placeLeft(before as Place, given as Place));
        removals.push({ before, removed: { ...before, ...given } });
      }
      return removals;
    });
    for (const { before } of done) await this.committed(caller, before, null);
    return done.map(({ removed }) => removed);
  }

  /**
   * Takes removals back, each by who removed it and a short time after, at the place that it left; all of them or none.
   * One that is there already stays as it is. Answers how many came back.
   */
  async restoreMany(caller: Caller, ids: readonly number[]): Promise<number> {
    const { definition: d } = this;
    const done = await this.act(caller, async (act) => {
      const restored: { before: S; after: S }[] = [];
      // the last that left a group comes back first: its place was counted without the others
      for (const id of inOrder(ids).reverse()) {
        const before = (await lockRecord(act.tx, d, caller.scope, id, true)) as S & Removable;
        if (before.removedAt == null) continue;
        const removal = await lastRemoval(act.tx, d.kind, id);
        if (removal === null || removal.by !== caller.userId) throw new Problem('NOT_FOUND');
        refuse(undoRefusal(removal.at, act.now));
        const back = { removedAt: null, displayOrder: removal.place } as Partial<S> & Removable & Place;
        const given: Partial<S> = { ...(await this.placed(act, back, before)), removedAt: null };
        const after: S = { ...before, ...given };
        await act.tx.update(d.entity, id, this.columnsOf(given));
        const changes = changesIn(['removedAt'], { removedAt: before.removedAt.toISOString() }, { removedAt: null });
        await this.emit(act, 'record.changed', before, after, changes);
        restored.push({ before, after });
      }
      return restored;
    });
    for (const { before, after } of done) await this.committed(caller, before, after);
    return done.length;
  }

  /** Moves it to another place of its group. To the place that it has it does not move. */
  reorder(caller: Caller, id: number, { version, displayOrder }: ReorderBody): Promise<Reordered> {
    const { definition: d } = this;
    return this.act(caller, async (act) => {
      const before = await lockRecord(act.tx, d, caller.scope, id);
      refuse(d.closed?.(before) ?? null);
      if (before.version !== version) return refuseChangedMeanwhile(act.tx, d.kind, id);
      const given = await this.placed(act, { displayOrder } as Partial<S> & Place, before);
      const place = (given as Place).displayOrder ?? displayOrder;
      const after: S = { ...before, ...given };
      const changes = await d.changes(before, after, act.tx);
      if (changes.length === 0) return { id, version, displayOrder: place };
      await act.tx.update(d.entity, id, this.columnsOf(given));
      await this.emit(act, 'record.changed', before, after, changes);
      return { id, version: version + 1, displayOrder: place };
    });
  }

  async history(
    caller: Caller,
    id: number,
    paging: { page: number; size: number },
  ): Promise<{ rows: object[]; total: number }> {
    const { definition: d, parts } = this;
    await findRecord(parts.database.manager, d, caller.scope, id);
    const { rows, total } = await recordHistory(parts.database, d.kind, String(id), paging);
    return { rows: d.step ? rows.map(d.step) : rows, total };
  }

  /** Makes the list one of those that can be had as a workbook; once, at the start. */
  registerExport(): void {
    const { endpoints, export: workbook, list } = this.definition;
    const { parts } = this;
    parts.exports.register<R['list'], r.Row<R>>({
      ...workbook,
      endpoint: endpoints.list,
      open: (filter, caller) => selected(list(caller, filter as r.Filter<R>, parts.readAt())),
    });
  }

  private act<T>(caller: Caller, work: (act: r.RecordAct<By>) => Promise<T>): Promise<T> {
    const { change, now, config } = this.parts;
    return change.run(actorOf(caller), async (tx, emit) => {
      await this.order?.lock(tx);
      const by = (await this.definition.begin?.(tx, caller)) as By;
      return work({ tx, emit, caller, by, now: now(), config });
    });
  }

  /** What a write was given, at the place that it gets; the others of the group make room. */
  private async placed(act: r.RecordAct<By>, given: Partial<S>, before: S | null): Promise<Partial<S>> {
    return this.order === null ? given : { ...given, ...(await this.order.place(act.tx, given, before)) };
  }

  /** Gives each its id. */
  private async insertMany(tx: EntityManager, states: S[]): Promise<void> {
    // a statement has at most 65,535 parameters
    const most = 1000;
    for (let at = 0; at < states.length; at += most) {
      const some = states.slice(at, at + most);
      const { identifiers } = await orFieldError(
        tx.insert(
          this.definition.entity,
          some.map((state) => this.columnsOf(state)),
        ),
      );
      for (const [i, state] of some.entries()) Object.assign(state, identifiers[i]);
    }
  }

  private async updateMany(tx: EntityManager, writes: readonly { given: Partial<S>; after: S }[]): Promise<void> {
    const { tableName: table } = this.parts.database.getMetadata(this.definition.entity);
    // each writes only what it was given: its place may be another by now, since those behind one that left moved up
    const byColumns = new Map<string, { names: string[]; states: S[] }>();
    for (const { given, after } of writes) {
      const names = Object.keys(this.columnsOf(given)).sort();
      const same = byColumns.get(names.join()) ?? { names, states: [] };
      byColumns.set(names.join(), same);
      same.states.push(after);
    }
    for (const { names, states } of byColumns.values()) {
      const rows = states.map((state) =>
        Object.fromEntries(['id', ...names].map((name) => [columnName(name), state[name as keyof S]])),
      );
      const columns = names.map(columnName).map((name) => `${name} = g.${name}`);
      await orFieldError(
        tx.query(
          `UPDATE ${table} t SET ${[...columns, 'version = t.version + 1'].join(', ')}
           FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) g WHERE t.id = g.id`,
          [JSON.stringify(rows)],
        ),
      );
    }
  }

  private async emit(
    act: r.RecordAct<By>,
    name: 'record.created' | 'record.changed' | 'record.deleted',
    before: S | null,
    after: S | null,
    changes: r.Changes,
  ): Promise<void> {
    const { definition: d } = this;
    const state = (after ?? before) as S;
    const record = { screen: d.screen, kind: d.kind, id: String(state.id), name: d.nameOf(state), changes };
    act.emit(name, record, { organizationId: d.organizationOf(state) });
    await d.after?.(act, before, after);
  }

  private async committed(caller: Caller, before: S | null, after: S | null): Promise<void> {
    const { database, commands } = this.parts;
    await this.definition.committed?.({ database, commands, caller }, before, after);
  }

  /** Of what a write was given: the columns of the table. TypeORM counts the version. */
  private columnsOf(given: object): QueryDeepPartialEntity<E> {
    const { columns } = this.parts.database.getMetadata(this.definition.entity);
    const names = columns.filter((c) => !c.isPrimary && !c.isVersion).map((c) => c.propertyName);
    return Object.fromEntries(
      Object.entries(given).filter(([name]) => names.includes(name)),
    ) as QueryDeepPartialEntity<E>;
  }
}

interface Removable {
  removedAt?: Date | null;
}
/** For the log: the place that a removed record had, by which it can come back there. */
const placeLeft = (before: Place, { displayOrder }: Place): r.Changes =>
  displayOrder === null ? changesIn(['displayOrder'], before, { displayOrder }) : [];

/** Two that lock several wait for each other only in one order. */
const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
