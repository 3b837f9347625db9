import { Module } from '@nestjs/common';
import { AdministrationController } from './administration.controller';
import { ApiKeysController } from './api-keys.controller';
import { IssueApiKeyHandler } from './issue-api-key.command';
import { RevokeApiKeyHandler } from './revoke-api-key.command';

@Module({ controllers: [AdministrationController, ApiKeysController], providers: [IssueApiKeyHandler, RevokeApiKeyHandler] })
export class AdministrationModule {}
