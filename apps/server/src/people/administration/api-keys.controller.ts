import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { apiKeys } from '@headland/contracts/administration';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { positionOf } from '../../platform/position';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { apiKeysOf } from './api-key.reads';
import { IssueApiKey } from './issue-api-key.command';
import { RevokeApiKey } from './revoke-api-key.command';

type Keys = typeof apiKeys;

@Controller()
export class ApiKeysController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Serve(apiKeys.list) async list(
    _: Parsed<Keys['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Keys['list']>> {
    return apiKeysOf(this.database, await positionOf(this.database, caller));
  }

  @Serve(apiKeys.issue) issue(
    { body }: Parsed<Keys['issue']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Keys['issue']>> {
    return this.commands.execute(new IssueApiKey(body.name, caller));
  }

  @Serve(apiKeys.revoke) revoke(
    { params }: Parsed<Keys['revoke']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Keys['revoke']>> {
    return this.commands.execute(new RevokeApiKey(params.id, caller));
  }
}
