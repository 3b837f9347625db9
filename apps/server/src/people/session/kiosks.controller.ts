import { Controller, Headers, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import type { From } from './account';
import { ChangeKiosk } from './change-kiosk.command';
import { IssueKiosk } from './issue-kiosk.command';
import { kiosksOf } from './kiosk.reads';
import { OpenKiosk } from './open-kiosk.command';
import { RequestOrigin } from './request-origin';
import { RevokeKiosk } from './revoke-kiosk.command';
import { RotateKiosk } from './rotate-kiosk.command';

type Kiosks = typeof kiosks;

@Controller()
export class KiosksController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Serve(kiosks.open) open(
    _: Parsed<Kiosks['open']>,
    @Headers(kioskHeader) token: string | undefined,
    @RequestOrigin() from: From,
  ): Promise<Reply<Kiosks['open']>> {
    return this.commands.execute(new OpenKiosk(token, from.address));
  }

  @Serve(kiosks.list) list(_: Parsed<Kiosks['list']>, @CurrentCaller() caller: Caller): Promise<Reply<Kiosks['list']>> {
    return kiosksOf(this.database, caller, this.now());
  }

  @Serve(kiosks.issue) issue(
    { body }: Parsed<Kiosks['issue']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Kiosks['issue']>> {
    return this.commands.execute(new IssueKiosk(body, caller));
  }

  @Serve(kiosks.change) change(
    { params, body }: Parsed<Kiosks['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Kiosks['change']>> {
    return this.commands.execute(new ChangeKiosk(params.id, body, caller));
  }

  @Serve(kiosks.rotate) rotate(
    { params }: Parsed<Kiosks['rotate']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Kiosks['rotate']>> {
    return this.commands.execute(new RotateKiosk(params.id, caller));
  }

  @Serve(kiosks.revoke) revoke(
    { params }: Parsed<Kiosks['revoke']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Kiosks['revoke']>> {
    return this.commands.execute(new RevokeKiosk(params.id, caller));
  }
}
