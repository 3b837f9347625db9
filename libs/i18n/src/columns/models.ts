import type { models } from '@headland/contracts/model';
import type { ColumnsOf } from './list-column';

export const modelListColumns = [
  { key: 'name', title: 'model.field.name', kind: 'text', sort: 'name', width: 20, value: (r) => r.name },
  { key: 'type', title: 'model.field.type', kind: 'text', sort: 'type', value: (r, c) => c.t(`modelType.${r.type}`) },
  { key: 'machine', title: 'model.field.machine', kind: 'text', value: (r, c) => c.t(`machine.${r.machine}`) },
  {
    key: 'releaseYear',
    title: 'model.field.releaseYear',
    kind: 'number',
    sort: 'releaseYear',
    grouped: false,
    value: (r) => r.releaseYear,
  },
  {
    key: 'horsepower',
    title: 'model.field.horsepower',
    kind: 'number',
    sort: 'horsepower',
    value: (r) => r.horsepower,
  },
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
