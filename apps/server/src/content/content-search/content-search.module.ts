import { Module } from '@nestjs/common';
import type { InfoHits } from '@headland/contracts/info-check';
import { infoLookedUp } from '../../ownership/info-check/info-found.tx';
import type { Caller } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { contentNamed } from './content-search.reads';

/** The app's content in the search of the shell. */
@Module({})
export class ContentSearchModule {
  constructor() {
    infoLookedUp.add(findContent);
  }
}

async function findContent(tx: Tx, caller: Caller, text: string, hits: InfoHits): Promise<void> {
  hits.content = await contentNamed(tx, caller, text);
}
