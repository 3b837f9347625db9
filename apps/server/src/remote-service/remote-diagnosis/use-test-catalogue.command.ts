import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { useVersion } from '../../platform/catalogue/use-version.tx';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { checkedTests } from './load-test-catalogue.command';
import { TestCatalogueInUse, testVersions } from './test-catalogue-in-use';

/** Activates a catalogue version in every process. A running test, and every earlier result, keeps its own. */
export class UseTestCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly version: number,
    /** the version that the caller saw in use */
    readonly before: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UseTestCatalogue)
export class UseTestCatalogueHandler implements ICommandHandler<UseTestCatalogue> {
  constructor(
    private readonly change: Change,
    private readonly inUse: TestCatalogueInUse,
  ) {}

  async execute({ version, before, by }: UseTestCatalogue): Promise<CatalogueVersion> {
    const used = await this.change.run(actorOf(by), (tx, emit) =>
      useVersion(tx, emit, testVersions, { version, before, by, check: checkedTests }),
    );
    // so that the process which answers the caller has it at once
    await this.inUse.read();
    return used;
  }
}
