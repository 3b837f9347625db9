import { Injectable } from '@nestjs/common';
import { operationData } from '@headland/contracts/operation-data';
import {
  operationCustomerColumns,
  operationFaultColumns,
  operationModelColumns,
  operationRepairColumns,
  operationSosColumns,
} from '@headland/i18n/columns/operation-data';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { OperationActivity } from './operation-activity.reads';
import { OperationIncidents } from './operation-incidents.reads';

/** The tables of operation data as workbooks. */
@Injectable()
export class OperationDataExports {
  constructor(registry: ExportRegistry, activity: OperationActivity, incidents: OperationIncidents) {
    const file = 'operationData';
    registry.register({
      ...{ list: 'operationModels', file, title: 'operation.tab.models', endpoint: operationData.models },
      open: async (filter, caller) => selected(await activity.models(filter, caller)),
      columns: operationModelColumns,
    });
    registry.register({
      ...{ list: 'operationCustomers', file, title: 'operation.tab.customers', endpoint: operationData.customers },
      open: async (filter, caller) => selected(await activity.customers(filter, caller)),
      columns: operationCustomerColumns,
    });
    registry.register({
      ...{ list: 'operationFaults', file, title: 'operation.tab.faults', endpoint: operationData.faultCodes },
      open: (filter, caller) => selected(incidents.faultCodes(filter, caller)),
      columns: operationFaultColumns,
    });
    registry.register({
      ...{ list: 'operationSos', file, title: 'operation.tab.sos', endpoint: operationData.sosRegions },
      open: (filter, caller) => selected(incidents.sosRegions(filter, caller)),
      columns: operationSosColumns,
    });
    registry.register({
      ...{ list: 'operationRepairs', file, title: 'operation.tab.repairs', endpoint: operationData.repairAgencies },
      open: (filter, caller) => selected(incidents.repairAgencies(filter, caller)),
      columns: operationRepairColumns,
    });
  }
}
