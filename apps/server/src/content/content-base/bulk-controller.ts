import { Controller, type Type } from '@nestjs/common';
import type { contentBulk } from '@headland/contracts/content';
import type { Parsed } from '@headland/contracts/endpoint';
import { CurrentCaller, type Caller } from '../../platform/caller';
import type { RecordDefinition, RecordEndpoints } from '../../platform/records/record';
import { Records, type RecordStore } from '../../platform/records/records';
import { Serve } from '../../platform/serve';
import type { Content } from './content.entity';

type Bulk = ReturnType<typeof contentBulk>;
const acts = ['display', 'removeMany', 'restore'] as const;

/** A controller that shows, hides, removes and restores several records of content. It comes before that of the record. */
export function bulkController<R extends RecordEndpoints & Bulk, E extends Content, S extends E, By>(
  definition: RecordDefinition<R, E, S, By>,
): Type {
  @Controller()
  class BulkController {
    private readonly store: RecordStore<R, E, S, By>;
    constructor(records: Records) {
      this.store = records.of(definition);
    }
    async display({ body: { ids, display } }: Parsed<Bulk['display']>, @CurrentCaller() caller: Caller) {
      return { changed: await this.store.changeMany(caller, ids, { display } as Partial<S>) };
    }
    async removeMany({ body: { ids } }: Parsed<Bulk['removeMany']>, @CurrentCaller() caller: Caller) {
      return { changed: (await this.store.removeMany(caller, ids)).length };
    }
    async restore({ body: { ids } }: Parsed<Bulk['restore']>, @CurrentCaller() caller: Caller) {
      return { changed: await this.store.restoreMany(caller, ids) };
    }
  }
  for (const act of acts) {
    const handler = Object.getOwnPropertyDescriptor(BulkController.prototype, act);
    if (handler) Serve(definition.endpoints[act])(BulkController.prototype, act, handler as never);
  }
  return BulkController;
}
