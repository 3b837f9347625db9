import { Controller, type Type } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../caller';
import { Serve } from '../serve';
import type { RecordDefinition, RecordEndpoints, RecordEntity } from './record';
import { Records, type RecordStore } from './records';

interface Given {
  params: { id: number };
  query: never;
  body: never;
}

/**
 * A controller that serves these endpoints of a record as its store does them, and offers its list as a workbook. It comes behind the controller of
 * the slice in the list of a module: `/:id` would swallow the words that stand in its place.
 */
export function recordController<R extends RecordEndpoints, E extends RecordEntity, S extends E, By>(
  definition: RecordDefinition<R, E, S, By>,
  acts: readonly (keyof RecordEndpoints)[],
): Type {
  @Controller()
  class RecordController {
    private readonly store: RecordStore<R, E, S, By>;
    constructor(records: Records) {
      this.store = records.of(definition);
      this.store.registerExport();
    }
    list({ query }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.page(caller, query);
    }
    get({ params }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.get(caller, params.id);
    }
    create({ body }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.create(caller, body);
    }
    change({ params, body }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.change(caller, params.id, body);
    }
    history({ params, query }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.history(caller, params.id, query);
    }
  }
  for (const act of acts) {
    const handler = Object.getOwnPropertyDescriptor(RecordController.prototype, act);
    const endpoint = definition.endpoints[act];
    if (handler && endpoint) Serve(endpoint)(RecordController.prototype, act, handler as never);
  }
  return RecordController;
}
