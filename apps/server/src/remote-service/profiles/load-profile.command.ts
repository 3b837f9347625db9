import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReceivedFile } from '@headland/contracts/endpoint';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { jsonOf, keepVersion } from '../../platform/catalogue/keep-version.tx';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { type ProfileKind, profileKinds, type ProfileName } from './profile-kinds';

/** Stores a maker's file as the next version after validation. It is not used until somebody selects it. */
export class LoadProfile extends Command<CatalogueVersion> {
  constructor(
    readonly name: ProfileName,
    readonly file: ReceivedFile,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(LoadProfile)
export class LoadProfileHandler implements ICommandHandler<LoadProfile> {
  constructor(private readonly change: Change) {}

  execute({ name, file, by }: LoadProfile): Promise<CatalogueVersion> {
    const kind: ProfileKind<unknown> = profileKinds[name];
    const json = jsonOf(file, 'PROFILE_REFUSED');
    kind.check(json);
    const changes = (inUse: unknown) => kind.changes(inUse, json);
    return this.change.run(actorOf(by), (tx, emit) =>
      keepVersion(tx, emit, kind, { file, json, changes, same: 'PROFILE_SAME', by }),
    );
  }
}
