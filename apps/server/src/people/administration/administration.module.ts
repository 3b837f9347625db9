import { Module } from '@nestjs/common';
import { AccessExport } from './access.export';
import { AdministrationController } from './administration.controller';
import { ApiKeysController } from './api-keys.controller';
import { ChangesExport } from './changes.export';
import { EventsExport } from './events.export';
import { IssueApiKeyHandler } from './issue-api-key.command';
import { QuarantineExport } from './quarantine.export';
import { RevokeApiKeyHandler } from './revoke-api-key.command';

@Module({
  controllers: [AdministrationController, ApiKeysController],
  providers: [IssueApiKeyHandler, RevokeApiKeyHandler, AccessExport, ChangesExport, EventsExport, QuarantineExport],
})
export class AdministrationModule {}
