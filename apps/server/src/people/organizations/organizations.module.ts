import { Module } from '@nestjs/common';
import { ChangeOrganizationHandler } from './change-organization.command';
import { CreateOrganizationHandler } from './create-organization.command';
import { DeleteOrganizationHandler } from './delete-organization.command';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsExport } from './organizations.export';

@Module({
  controllers: [OrganizationsController],
  providers: [CreateOrganizationHandler, ChangeOrganizationHandler, DeleteOrganizationHandler, OrganizationsExport],
})
export class OrganizationsModule {}
