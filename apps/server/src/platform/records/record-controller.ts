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

const all = ['list', 'get', 'create', 'change', 'remove', 'history', 'reorder'] as const;

/**
 * A controller that serves the endpoints of a record as its store does them, and offers its list as a workbook; `acts`
 * are fewer where the controller of the slice serves some itself. It comes behind that one in the list of a module:
 * `/:id` would swallow literal paths at the same position.
 */
export function recordController<R extends RecordEndpoints, E extends RecordEntity, S extends E, By>(
  definition: RecordDefinition<R, E, S, By>,
  acts: readonly (keyof RecordEndpoints)[] = all,
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
    async remove({ params }: Given, @CurrentCaller() caller: Caller): Promise<unknown> {
      const removed = await this.store.remove(caller, params.id);
      return definition.removed?.(removed) ?? { removed: true };
    }
    history({ params, query }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.history(caller, params.id, query);
    }
    reorder({ params, body }: Given, @CurrentCaller() caller: Caller): unknown {
      return this.store.reorder(caller, params.id, body);
    }
  }
  for (const act of acts) {
    const handler = Object.getOwnPropertyDescriptor(RecordController.prototype, act);
    const endpoint = definition.endpoints[act];
    if (handler && endpoint) Serve(endpoint)(RecordController.prototype, act, handler as never);
  }
  return RecordController;
}
