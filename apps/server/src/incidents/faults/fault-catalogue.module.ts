import { Module } from '@nestjs/common';
import { CatalogueInUse } from './catalogue-in-use';

// for other slices that look up a code
export { CatalogueInUse };

/** One per process, shared by all slices. */
@Module({ providers: [CatalogueInUse], exports: [CatalogueInUse] })
export class FaultCatalogueModule {}
