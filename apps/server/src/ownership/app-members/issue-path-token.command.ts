import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import type { AppCaller } from '../../platform/caller';
import { AppTokens, pathSeconds } from './app-tokens';

/** A token for the path of a call about one vehicle, for ten minutes. Its issuer has checked that the vehicle is the caller's. */
export class IssuePathToken extends Command<{ accessToken: string; expiresAt: string }> {
  constructor(
    readonly vehicleId: number,
    readonly caller: Pick<AppCaller, 'customerId' | 'sessionId'>,
  ) {
    super();
  }
}

@CommandHandler(IssuePathToken)
export class IssuePathTokenHandler implements ICommandHandler<IssuePathToken> {
  constructor(
    private readonly tokens: AppTokens,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ vehicleId, caller: who }: IssuePathToken): Promise<{ accessToken: string; expiresAt: string }> {
    const expiresAt = new Date(this.now().getTime() + pathSeconds * 1000).toISOString();
    return {
      accessToken: await this.tokens.signPath({ sid: who.sessionId, customer: who.customerId, vehicle: vehicleId }),
      expiresAt,
    };
  }
}
