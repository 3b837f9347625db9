import { Injectable } from '@nestjs/common';
import { organizations, type OrganizationRow } from '@headland/contracts/organization';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  organizationColumns,
  organizationConditions,
  organizationCounts,
  organizationFrom,
  organizationOrder,
} from './organization.reads';

/** The list of organisations as a workbook. */
@Injectable()
export class OrganizationsExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'organizations',
      file: 'organization',
      title: 'organization.tab.organizations',
      endpoint: organizations.list,
      open: (filter, { scope }) =>
        selected({
          select: (where) => organizationColumns(where, scope),
          from: organizationFrom,
          countFrom: 'organization o',
          where: organizationConditions(scope, filter),
          order: organizationOrder(filter),
          with: (sql) => `${organizationCounts} ${sql}`,
          toRows: (rows: OrganizationRow[]) => rows,
        }),
      columns: [
        { key: 'name', title: 'organization.field.name', kind: 'text', value: (r) => r.name },
        { key: 'type', title: 'organization.field.type', kind: 'text', value: (r, c) => c.say(`groupType.${r.type}`) },
        { key: 'parent', title: 'organization.field.parentId', kind: 'text', value: (r) => r.parent?.name },
        { key: 'erpCode', title: 'organization.field.erpCode', kind: 'text', width: 14, value: (r) => r.erpCode },
        { key: 'address', title: 'organization.field.postalCode', kind: 'text', width: 12, value: (r) => r.postalCode },
        {
          key: 'address',
          title: 'organization.field.address',
          kind: 'text',
          width: 40,
          value: (r) => [r.address, r.addressDetail].filter(Boolean).join(' '),
        },
        { key: 'users', title: 'organization.users', kind: 'number', value: (r) => r.users },
        { key: 'vehicles', title: 'organization.vehicles', kind: 'number', value: (r) => r.vehicles },
      ],
    });
  }
}
