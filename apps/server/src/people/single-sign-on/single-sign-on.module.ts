import { Module } from '@nestjs/common';
import { CompanyDirectory } from './company-directory';
import { FinishSignOnHandler } from './finish-sign-on.command';
import { SingleSignOnController } from './single-sign-on.controller';
import { StartSignOnHandler } from './start-sign-on.command';

/** Login of staff by the company's directory (OpenID Connect), beside or instead of the own one. */
@Module({
  controllers: [SingleSignOnController],
  providers: [CompanyDirectory, StartSignOnHandler, FinishSignOnHandler],
})
export class SingleSignOnModule {}
