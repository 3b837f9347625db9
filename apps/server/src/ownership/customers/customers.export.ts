import { Injectable } from '@nestjs/common';
import { customers } from '@headland/contracts/customer';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  customerColumns,
  customerConditions,
  customerFrom,
  customerOrder,
  type CustomerRead,
  toCustomerRow,
} from './customer.reads';

/** The list of customers as a workbook, masked as on the screen. What for is asked, and recorded. */
@Injectable()
export class CustomersExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'customers',
      file: 'customer',
      title: 'screen.customer',
      endpoint: customers.list,
      purpose: 'required',
      open: (filter, { scope }) => {
        const where = customerConditions(filter, scope);
        return selected({
          // the parameters that order and columns need come after those that the count names
          select: (w) => customerColumns(scope, w),
          from: customerFrom(filter, scope, where),
          where,
          order: customerOrder(filter),
          toRows: (rows: CustomerRead[]) => rows.map(toCustomerRow),
        });
      },
      columns: [
        { key: 'loginId', title: 'customer.field.loginId', kind: 'text', value: (r) => r.loginId },
        { key: 'name', title: 'customer.field.name', kind: 'text', value: (r) => r.name },
        { key: 'birthOn', title: 'customer.field.birthOn', kind: 'day', value: (r) => r.birthOn },
        { key: 'phone', title: 'customer.field.phone', kind: 'text', width: 18, value: (r) => r.phone },
        { key: 'address', title: 'customer.field.address', kind: 'text', width: 36, value: (r) => r.address },
        { key: 'vehicles', title: 'customer.vehicles', kind: 'number', value: (r) => r.vehicles },
        {
          key: 'appStatus',
          title: 'customer.appStatus',
          kind: 'text',
          value: (r, c) => c.say(`customer.app.${r.appStatus}`),
        },
        { key: 'appSince', title: 'customer.appSince', kind: 'moment', value: (r) => r.appSince },
        { key: 'dealer', title: 'customer.field.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
        {
          key: 'requiredTerms',
          title: 'customer.requiredTerms',
          kind: 'text',
          value: (r, c) => c.say(`customer.termState.${r.requiredTerms}`),
        },
        {
          key: 'marketing',
          title: 'customer.marketing',
          kind: 'text',
          value: (r, c) => c.say(r.marketing ? 'customer.agreed' : 'customer.notAgreed'),
        },
        { key: 'registeredAt', title: 'customer.registeredAt', kind: 'moment', value: (r) => r.registeredAt },
      ],
    });
  }
}
