import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { injectorProfiles, programProfiles } from '@headland/contracts/profile';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { LoadProfile } from './load-profile.command';
import { ProfileReads } from './profile.reads';
import { InjectorProfileInUse, ProgramProfileInUse } from './profiles-in-use';
import { UseProfile } from './use-profile.command';

type P = typeof programProfiles;
type I = typeof injectorProfiles;

@Controller()
export class ProfilesController {
  constructor(
    private readonly program: ProgramProfileInUse,
    private readonly injector: InjectorProfileInUse,
    private readonly reads: ProfileReads,
    private readonly commands: CommandBus,
  ) {}

  @Serve(programProfiles.present) programPresent(): Reply<P['present']> {
    return this.program.now.file;
  }
  @Serve(programProfiles.versions) programVersions(): Promise<Reply<P['versions']>> {
    return this.reads.versions('program');
  }
  @Serve(programProfiles.file) programFile({ params }: Parsed<P['file']>): Promise<Reply<P['file']>> {
    return this.reads.file('program', params.version);
  }
  @Serve(programProfiles.load) loadProgram(
    { file }: Parsed<P['load']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<P['load']>> {
    return this.commands.execute(new LoadProfile('program', file, caller));
  }
  @Serve(programProfiles.use) useProgram(
    { params, body }: Parsed<P['use']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<P['use']>> {
    return this.commands.execute(new UseProfile('program', params.version, body.inUse, caller));
  }

  @Serve(injectorProfiles.present) injectorPresent(): Reply<I['present']> {
    return this.injector.now.file;
  }
  @Serve(injectorProfiles.versions) injectorVersions(): Promise<Reply<I['versions']>> {
    return this.reads.versions('injector');
  }
  @Serve(injectorProfiles.file) injectorFile({ params }: Parsed<I['file']>): Promise<Reply<I['file']>> {
    return this.reads.file('injector', params.version);
  }
  @Serve(injectorProfiles.load) loadInjector(
    { file }: Parsed<I['load']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<I['load']>> {
    return this.commands.execute(new LoadProfile('injector', file, caller));
  }
  @Serve(injectorProfiles.use) useInjector(
    { params, body }: Parsed<I['use']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<I['use']>> {
    return this.commands.execute(new UseProfile('injector', params.version, body.inUse, caller));
  }
}
