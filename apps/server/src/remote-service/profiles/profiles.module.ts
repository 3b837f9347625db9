import { Module } from '@nestjs/common';
import { LoadProfileHandler } from './load-profile.command';
import { ProfileReads } from './profile.reads';
import { ProfilesController } from './profiles.controller';
import { InjectorProfileInUse, ProgramProfileInUse } from './profiles-in-use';
import { UseProfileHandler } from './use-profile.command';

// what other slices ask how a file or a code is read now
export { InjectorProfileInUse, ProgramProfileInUse };

/** One of each in each process, whichever slices ask. */
@Module({
  controllers: [ProfilesController],
  providers: [ProgramProfileInUse, InjectorProfileInUse, ProfileReads, LoadProfileHandler, UseProfileHandler],
  exports: [ProgramProfileInUse, InjectorProfileInUse],
})
export class ProfilesModule {}
