import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { useVersion } from '../../platform/catalogue/use-version.tx';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { profileKinds, type ProfileName } from './profile-kinds';
import { InjectorProfileInUse, ProgramProfileInUse } from './profiles-in-use';

/** Activates a profile version in every process. Existing decoded, stated or written data stays unchanged. */
export class UseProfile extends Command<CatalogueVersion> {
  constructor(
    readonly name: ProfileName,
    readonly version: number,
    /** the version that the caller saw in use */
    readonly before: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UseProfile)
export class UseProfileHandler implements ICommandHandler<UseProfile> {
  constructor(
    private readonly change: Change,
    private readonly program: ProgramProfileInUse,
    private readonly injector: InjectorProfileInUse,
  ) {}

  async execute({ name, version, before, by }: UseProfile): Promise<CatalogueVersion> {
    const kind = profileKinds[name];
    const used = await this.change.run(actorOf(by), (tx, emit) =>
      useVersion(tx, emit, kind, { version, before, by, check: kind.check }),
    );
    // so that the process which answers the caller has it at once
    await this[name].read();
    return used;
  }
}
