import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { session } from '@headland/contracts/session';
import { Serve } from '../../platform/serve';
import { type From, RequestOrigin } from '../session/session.module';
import { FinishSignOn } from './finish-sign-on.command';
import { StartSignOn } from './start-sign-on.command';

@Controller()
export class SingleSignOnController {
  constructor(private readonly commands: CommandBus) {}

  @Serve(session.signOnStart) start(
    _: Parsed<typeof session.signOnStart>,
    @RequestOrigin() from: From,
  ): Promise<Reply<typeof session.signOnStart>> {
    return this.commands.execute(new StartSignOn(from));
  }

  @Serve(session.signOnFinish) finish(
    { body }: Parsed<typeof session.signOnFinish>,
    @RequestOrigin() from: From,
  ): Promise<Reply<typeof session.signOnFinish>> {
    return this.commands.execute(new FinishSignOn(body, from));
  }
}
