import { Module } from '@nestjs/common';
import { LoadProfileHandler } from './load-profile.command';
import { ProfileReads } from './profile.reads';
import { ProfilesController } from './profiles.controller';
import { InjectorProfileInUse, ProgramProfileInUse } from './profiles-in-use';
import { UseProfileHandler } from './use-profile.command';

// for other slices that decode a file or a code
export { InjectorProfileInUse, ProgramProfileInUse };

/** One of each per process, shared by all slices. */
@Module({
  controllers: [ProfilesController],
  providers: [ProgramProfileInUse, InjectorProfileInUse, ProfileReads, LoadProfileHandler, UseProfileHandler],
  exports: [ProgramProfileInUse, InjectorProfileInUse],
})
export class ProfilesModule {}
