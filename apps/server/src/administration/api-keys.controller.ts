import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { apiKeys } from '@headland/contracts/administration';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { positionOf } from '../platform/position';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
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

  @Serve(apiKeys.list) async list(_: Parsed<Keys['list']>, @Who() who: Caller): Promise<Reply<Keys['list']>> {
    return apiKeysOf(this.database, await positionOf(this.database, who));
  }

  @Serve(apiKeys.issue) issue({ body }: Parsed<Keys['issue']>, @Who() who: Caller): Promise<Reply<Keys['issue']>> {
    return this.commands.execute(new IssueApiKey(body.name, who));
  }

  @Serve(apiKeys.revoke) revoke({ params }: Parsed<Keys['revoke']>, @Who() who: Caller): Promise<Reply<Keys['revoke']>> {
    return this.commands.execute(new RevokeApiKey(params.id, who));
  }
}
