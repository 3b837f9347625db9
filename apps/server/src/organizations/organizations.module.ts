import { Module } from '@nestjs/common';
import { ChangeOrganizationHandler } from './change-organization.command';
import { CreateOrganizationHandler } from './create-organization.command';
import { DeleteOrganizationHandler } from './delete-organization.command';
import { OrganizationsController } from './organizations.controller';

@Module({ controllers: [OrganizationsController], providers: [CreateOrganizationHandler, ChangeOrganizationHandler, DeleteOrganizationHandler] })
export class OrganizationsModule {}
