import type { CommandBus } from '@nestjs/cqrs';
import type { EntityManager, EntityTarget } from 'typeorm';
import type { z } from 'zod';
import type { ReorderBody } from '@headland/contracts/display-order';
import type { Endpoint, Reply } from '@headland/contracts/endpoint';
import type { ErrorCode } from '@headland/contracts/errors';
import type { EventPayload } from '@headland/contracts/event-log';
import type { RecordStep } from '@headland/contracts/shared-shapes';
import type { Caller, Scope } from '../caller';
import type { Config } from '../config';
import type { Tx } from '../database/rows';
import type { Emit } from '../event-log/change';
import type { ListToExport, SelectedList } from '../exports/export-registry';
import type { refuseChangedMeanwhile } from '../event-log/record-change';

/** The endpoints of a record: those of `resource()` in the contracts. */
export interface RecordEndpoints {
  list: Endpoint & { query: z.ZodObject; data: z.ZodType; page: true };
  get: Endpoint & { data: z.ZodType };
  create: Endpoint & { body: z.ZodType };
  change: Endpoint & { body: z.ZodType };
  remove?: Endpoint & { data: z.ZodType };
  history?: Endpoint & { data: z.ZodType };
  reorder?: Endpoint & { body: typeof ReorderBody };
}
type Body<E extends { body: z.ZodType }> = z.output<E['body']>;
export type Filter<R extends RecordEndpoints> = z.output<R['list']['query']> & { page: number; size: number };
export type Row<R extends RecordEndpoints> = z.output<R['list']['data']>;
export type CreateBody<R extends RecordEndpoints> = Body<R['create']>;
export type ChangeBody<R extends RecordEndpoints> = Body<R['change']> & { version: number };
/** The list of a record as a workbook; its endpoint and its rows are those of the record. */
export type RecordExport<Row> = Omit<ListToExport<RecordEndpoints['list'], Row>, 'endpoint' | 'open'>;
export type Changes = EventPayload<'record.changed'>['changes'];

/** What every entity of a record has. */
export interface RecordEntity {
  id: number;
  version: number;
}

export type ScopedBy<E> = (keyof E & string) | ((tx: Tx, scope: Scope, id: number) => Promise<void>);

/** A write that is under way: everything in it is committed together. */
export interface RecordAct<By = unknown> {
  tx: EntityManager;
  emit: Emit;
  caller: Caller;
  /** what `begin` answered */
  by: By;
  now: Date;
  config: Config;
}

/** When something is read: by it the state of a posting follows. */
export interface ReadAt {
  now: Date;
  /** in the zone of the product */
  today: string;
}

/** One of many that are written at once. */
export interface Write<S> {
  before: S | null;
  given: Partial<S>;
}

/** After the commit. */
export interface CommittedAct {
  database: Tx;
  commands: CommandBus;
  caller: Caller;
}

/**
 * A kind of records as data: where it is kept, how it is listed, what a write of it refuses and what follows from one. `Records` reads and writes by
 * it; a state is the row of the entity with what log and rules need beside its columns.
 */
export interface RecordDefinition<R extends RecordEndpoints, E extends RecordEntity, S extends E = E, By = void> {
  endpoints: R;
  entity: EntityTarget<E>;
  /** in the event log */
  kind: Parameters<typeof refuseChangedMeanwhile>[1];
  screen: EventPayload<'record.changed'>['screen'];
  /**
   * The column with the organisation that a record belongs to, or what throws NOT_FOUND for one out of scope; without
   * either every record is in every scope.
   */
  scopedBy?: ScopedBy<E>;
  /** what the log calls it */
  nameOf: (state: S) => string;
  /**
   * Its records have a display order, in the column `displayOrder`: among all of them, or among those that have the
   * same value in a column. `prepare` answers the wanted place; without one an old record keeps its own.
   */
  orderedWithin?: 'all' | (keyof E & string);
  /** the organisation that its events are about */
  organizationOf: (state: S) => number | null;

  list(caller: Caller, filter: Filter<R>, at: ReadAt): SelectedList<never, Row<R>>;
  /** instead of `list`, where a page is read in another way than the workbook */
  page?(tx: Tx, caller: Caller, filter: Filter<R>): Promise<Reply<R['list']>>;
  export: RecordExport<Row<R>>;
  /** throws NOT_FOUND for one that is unknown, removed or out of scope */
  detail(tx: Tx, caller: Caller, id: number, at: ReadAt): Promise<Reply<R['get']>>;
  /** a step of the history as the endpoint has it */
  step?(step: RecordStep): object;

  /** before the row is locked: what else must hold still until the commit */
  begin?(tx: EntityManager, caller: Caller): Promise<By>;
  /** adds to a locked row what log and rules need */
  state?(tx: EntityManager, row: E): Promise<S>;
  /** why it is not changed any more, whatever version a form has loaded */
  closed?(state: S): ErrorCode | null;
  /** throws what is refused, and answers what the body makes of the state; `before` is null for a new record */
  prepare(act: RecordAct<By>, body: CreateBody<R> | ChangeBody<R>, before: S | null): Promise<Partial<S>>;
  /** writes what belongs to the record in other tables, and answers it as the state holds it */
  related?(act: RecordAct<By>, id: number, body: CreateBody<R> | ChangeBody<R>, before: S | null): Promise<Partial<S>>;
  /** what the log shows of a change; none: nothing is written */
  changes(before: S | null, after: S, tx: Tx): Changes | Promise<Changes>;
  /** throws what is refused, ends what belongs to the record, and answers what the removed state holds */
  remove?(act: RecordAct<By>, state: S): Promise<Partial<S>>;
  /** what its removal answers; none: `{ removed: true }` */
  removed?(state: S): R extends { remove: infer E extends Endpoint } ? Reply<E> : never;
  /** what follows in the same transaction; `before` is null for a new record, `after` for a removed one */
  after?(act: RecordAct<By>, before: S | null, after: S | null): void | Promise<void>;
  /** what follows once it is committed, in transactions of its own */
  committed?(act: CommittedAct, before: S | null, after: S | null): Promise<void>;
}
