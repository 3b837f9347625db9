import type { reprogram } from '@headland/contracts/reprogram';
import type { ColumnsOf } from './list-column';
import { serviceVehicleListColumns } from './service-vehicles';

export const reprogramListColumns = [
  ...serviceVehicleListColumns,
  { key: 'ecuSoftware', title: 'reprogram.ecuSoftware', kind: 'text', value: (r) => r.ecuSoftware },
  { key: 'ecuCalibration', title: 'reprogram.ecuCalibration', kind: 'text', width: 18, value: (r) => r.ecuCalibration },
  { key: 'dcuSoftware', title: 'reprogram.dcuSoftware', kind: 'text', value: (r) => r.dcuSoftware },
  { key: 'dcuCalibration', title: 'reprogram.dcuCalibration', kind: 'text', width: 18, value: (r) => r.dcuCalibration },
  {
    key: 'lastFlashAt',
    title: 'reprogram.lastFlash',
    kind: 'moment',
    sort: 'lastFlashAt',
    value: (r) => r.lastFlashAt,
  },
  {
    key: 'lastFlash',
    title: 'reprogram.lastResult',
    kind: 'text',
    value: (r, c) => (r.lastFlash === null ? null : c.t(`flashState.${r.lastFlash}`)),
  },
] as const satisfies ColumnsOf<typeof reprogram.list>;
