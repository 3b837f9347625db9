import { modelFields, type ModelRow, type models } from '@headland/contracts/model';
import { type ColumnContext, type ColumnsOf, fieldColumns } from './list-column';

export const modelListColumns = [
  ...fieldColumns('model', modelFields, {
    name: { sort: 'name', width: 20 },
    type: { sort: 'type', value: (r: ModelRow, c: ColumnContext) => c.t(`modelType.${r.type}`) },
    machine: { value: (r: ModelRow, c: ColumnContext) => c.t(`machine.${r.machine}`) },
    releaseYear: { kind: 'number', sort: 'releaseYear', grouped: false },
    horsepower: { kind: 'number', sort: 'horsepower' },
  }),
  { key: 'description', title: 'model.field.description', kind: 'text', width: 40, value: (r) => r.description },
  {
    key: 'remoteControl',
    title: 'model.field.remoteControl',
    kind: 'text',
    width: 20,
    value: (r, c) => c.t(`remoteControl.${r.remoteControl}`),
  },
  { key: 'items', title: 'model.items', kind: 'number', value: (r) => r.items },
  { key: 'vehicles', title: 'model.vehicles', kind: 'number', sort: 'vehicles', value: (r) => r.vehicles },
  {
    key: 'registeredAt',
    title: 'model.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof models.list>;
