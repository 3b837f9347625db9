import type { rollOuts } from '@headland/contracts/roll-out';
import { rollOutReasonLabel } from '../roll-out-labels';
import type { ColumnsOf } from './list-column';

export const rollOutVehicleListColumns = [
  { key: 'wave', title: 'rollOut.wave', kind: 'number', sort: 'wave', grouped: false, value: (r) => r.wave },
  { key: 'vin', title: 'rollOut.vin', kind: 'text', width: 20, value: (r) => r.vin },
  { key: 'model', title: 'rollOut.model', kind: 'text', value: (r) => r.model },
  { key: 'dealer', title: 'rollOut.dealer', kind: 'text', width: 20, value: (r) => r.dealer.name },
  {
    key: 'online',
    title: 'rollOut.connection',
    kind: 'text',
    value: (r, c) => c.t(r.online ? 'rollOut.online' : 'rollOut.offline'),
  },
  { key: 'state', title: 'rollOut.state', kind: 'text', value: (r, c) => c.t(`rollOutVehicle.${r.state}`) },
  { key: 'reason', title: 'rollOut.reason', kind: 'text', width: 40, value: (r, c) => rollOutReasonLabel(c.t, r) },
  { key: 'attempts', title: 'rollOut.attempts', kind: 'number', value: (r) => r.attempts },
  {
    key: 'run',
    title: 'rollOut.run',
    kind: 'text',
    value: (r, c) => (r.run === null ? null : c.t(`flashState.${r.run.state}`)),
  },
  { key: 'triedAt', title: 'rollOut.triedAt', kind: 'moment', value: (r) => r.triedAt },
  { key: 'endedAt', title: 'rollOut.endedAt', kind: 'moment', value: (r) => r.endedAt },
] as const satisfies ColumnsOf<typeof rollOuts.vehicles>;
