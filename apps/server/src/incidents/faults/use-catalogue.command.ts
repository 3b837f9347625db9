import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/fault-catalogue';
import { useVersion } from '../../platform/catalogue/use-version.tx';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { CatalogueInUse, faultVersions } from './catalogue-in-use';
import { checked } from './load-catalogue.command';

/** From now on, in every process: names, severities and what to do come from this version. What was raised before keeps its own. */
export class UseCatalogue extends Command<CatalogueVersion> {
  constructor(
    readonly version: number,
    /** what the caller saw in use */
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
    // whoever chose it sees it at once in the process that answers
    await this.inUse.read();
    return used;
  }
}
