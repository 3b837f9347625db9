import { Module } from '@nestjs/common';
import { CatalogueInUse } from './catalogue-in-use';

// what other slices ask what a code means now
export { CatalogueInUse };

/** One in each process, whichever slices ask. */
@Module({ providers: [CatalogueInUse], exports: [CatalogueInUse] })
export class FaultCatalogueModule {}
