import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { testCatalogues } from '@headland/contracts/test-catalogue';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { LoadTestCatalogue } from './load-test-catalogue.command';
import { TestCatalogueInUse } from './test-catalogue-in-use';
import { TestCatalogueReads } from './test-catalogue.reads';
import { UseTestCatalogue } from './use-test-catalogue.command';

type T = typeof testCatalogues;

@Controller()
export class TestCatalogueController {
  constructor(
    private readonly inUse: TestCatalogueInUse,
    private readonly reads: TestCatalogueReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(testCatalogues.present)
  present(_: Parsed<T['present']>): Promise<Reply<T['present']>> {
    return Promise.resolve(this.inUse.now.file);
  }

  @Serve(testCatalogues.versions)
  versions(_: Parsed<T['versions']>): Promise<Reply<T['versions']>> {
    return this.reads.versions();
  }

  @Serve(testCatalogues.file)
  file({ params }: Parsed<T['file']>): Promise<Reply<T['file']>> {
    return this.reads.file(params.version);
  }

  @Serve(testCatalogues.load)
  load({ file }: Parsed<T['load']>, @CurrentCaller() caller: Caller): Promise<Reply<T['load']>> {
    return this.commands.execute(new LoadTestCatalogue(file, caller));
  }

  @Serve(testCatalogues.use)
  use({ params, body }: Parsed<T['use']>, @CurrentCaller() caller: Caller): Promise<Reply<T['use']>> {
    return this.commands.execute(new UseTestCatalogue(params.version, body.inUse, caller));
  }
}
