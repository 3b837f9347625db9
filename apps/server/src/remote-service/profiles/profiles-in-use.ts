import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { InjectorProfile } from '@headland/domain/after-service/injector-profile';
import type { ProgramProfile } from '@headland/domain/reprogram/program-profile';
import { CatalogueInUse } from '../../platform/catalogue/catalogue-in-use';
import { CONFIG, type Config } from '../../platform/config';
import { LOG } from '../../platform/log';
import { type ProfileFile, type ProfileKind, profileKinds } from './profile-kinds';

/** A parsed profile and its file. */
interface ProfileKnowledge<P> {
  version: number;
  profile: P;
  file: ProfileFile;
}

abstract class ProfileInUse<P> extends CatalogueInUse<ProfileKnowledge<P>> {
  protected constructor(
    name: string,
    private readonly kind: ProfileKind<P>,
    private readonly database: DataSource,
    config: Config,
    log: Logger,
  ) {
    super({ name, channel: kind.table, shipped: shippedOf(kind) }, config, log);
  }

  protected chosen(): Promise<number> {
    return this.kind.chosen(this.database);
  }

  protected async stored(version: number): Promise<ProfileKnowledge<P>> {
    const file = await this.kind.kept(this.database, version);
    return file === null ? shippedOf(this.kind) : { version, profile: this.kind.check(file), file };
  }
}
const shippedOf = <P>({ shipped, shippedFile, check }: ProfileKind<P>): ProfileKnowledge<P> => ({
  version: shipped,
  profile: check(shippedFile),
  file: shippedFile,
});

/** The profile for decoding programs and comparing calibrations. */
@Injectable()
export class ProgramProfileInUse extends ProfileInUse<ProgramProfile> {
  constructor(@InjectDataSource() database: DataSource, @Inject(CONFIG) config: Config, @Inject(LOG) log: Logger) {
    super('profile of programs', profileKinds.program, database, config, log);
  }
}

/** The profile for injector codes. */
@Injectable()
export class InjectorProfileInUse extends ProfileInUse<InjectorProfile> {
  constructor(@InjectDataSource() database: DataSource, @Inject(CONFIG) config: Config, @Inject(LOG) log: Logger) {
    super('profile of injectors', profileKinds.injector, database, config, log);
  }
}
