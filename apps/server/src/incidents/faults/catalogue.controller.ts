import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { CatalogueReads } from './catalogue.reads';
import { LoadCatalogue } from './load-catalogue.command';
import { UseCatalogue } from './use-catalogue.command';

type Catalogue = typeof catalogue;

@Controller()
export class CatalogueController {
  constructor(
    private readonly reads: CatalogueReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(catalogue.versions) versions(): Promise<Reply<Catalogue['versions']>> {
    return this.reads.versions();
  }

  @Serve(catalogue.inUse) inUse(): Reply<Catalogue['inUse']> {
    return this.reads.inUse();
  }

  @Serve(catalogue.gaps) gaps(): Promise<Reply<Catalogue['gaps']>> {
    return this.reads.gaps();
  }

  @Serve(catalogue.file) file({ params }: Parsed<Catalogue['file']>): Promise<Reply<Catalogue['file']>> {
    return this.reads.file(params.version);
  }

  @Serve(catalogue.load) load(
    { file }: Parsed<Catalogue['load']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Catalogue['load']>> {
    return this.commands.execute(new LoadCatalogue(file, caller));
  }

  @Serve(catalogue.use) use(
    { params, body }: Parsed<Catalogue['use']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Catalogue['use']>> {
    return this.commands.execute(new UseCatalogue(params.version, body.inUse, caller));
  }
}
