import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { useVersion } from '../../platform/catalogue/use-version.tx';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { CatalogueInUse, faultVersions } from './catalogue-in-use';
import { checked } from './load-catalogue.command';

/**
 * Activates a catalogue version in every process: names, severities and instructions come from it. Existing reports
 * keep their own.
 */
export class UseCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly version: number,
    /** the version that the caller saw in use */
    readonly before: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UseCatalogue)
export class UseCatalogueHandler implements ICommandHandler<UseCatalogue> {
  constructor(
    private readonly change: Change,
    private readonly inUse: CatalogueInUse,
  ) {}

  async execute({ version, before, by }: UseCatalogue): Promise<CatalogueVersion> {
    const used = await this.change.run(actorOf(by), (tx, emit) =>
      useVersion(tx, emit, faultVersions, { version, before, by, check: checked }),
    );
    // so that the process which answers the caller has it at once
    await this.inUse.read();
    return used;
  }
}
