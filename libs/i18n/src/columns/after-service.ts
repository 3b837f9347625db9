import type { afterService } from '@headland/contracts/after-service';
import type { ColumnsOf } from './list-column';
import { serviceVehicleListColumns } from './service-vehicles';

export const afterServiceListColumns = [
  ...serviceVehicleListColumns,
  { key: 'jobNo', title: 'serviceJob.no', kind: 'number', sort: 'jobNo', grouped: false, value: (r) => r.job?.id },
  {
    key: 'jobState',
    title: 'serviceJob.state',
    kind: 'text',
    value: (r, c) => (r.job === null ? null : c.t(`serviceJobState.${r.job.state}`)),
  },
  { key: 'symptom', title: 'serviceJob.symptom', kind: 'text', width: 40, value: (r) => r.job?.symptom },
  { key: 'fault', title: 'serviceJob.fault', kind: 'text', value: (r) => r.job?.fault?.code },
  { key: 'person', title: 'serviceJob.by', kind: 'text', value: (r) => r.job?.by },
] as const satisfies ColumnsOf<typeof afterService.list>;
