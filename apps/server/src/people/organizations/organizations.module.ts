import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { Organization } from './organization.entity';
import { organizationRecord } from './organization.record';
import { OrganizationsController } from './organizations.controller';

@Module({
  imports: [TypeOrmModule.forFeature([Organization])],
  controllers: [OrganizationsController, recordController(organizationRecord)],
})
export class OrganizationsModule {}
