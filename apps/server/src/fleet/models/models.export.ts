import type { ModelRow } from '@headland/contracts/model';
import type { RecordExport } from '../../platform/records/record';

/** The list of models as a workbook. */
export const modelsExport: RecordExport<ModelRow> = {
  list: 'models',
  file: 'model',
  title: 'screen.model',
  columns: [
    { key: 'name', title: 'model.field.name', kind: 'text', width: 20, value: (r) => r.name },
    { key: 'type', title: 'model.field.type', kind: 'text', value: (r, c) => c.say(`modelType.${r.type}`) },
    { key: 'machine', title: 'model.field.machine', kind: 'text', value: (r, c) => c.say(`machine.${r.machine}`) },
    { key: 'releaseYear', title: 'model.field.releaseYear', kind: 'number', value: (r) => r.releaseYear },
    { key: 'horsepower', title: 'model.field.horsepower', kind: 'number', value: (r) => r.horsepower },
    { key: 'description', title: 'model.field.description', kind: 'text', width: 40, value: (r) => r.description },
    {
      key: 'remoteControl',
      title: 'model.field.remoteControl',
      kind: 'text',
      width: 20,
      value: (r, c) => c.say(`remoteControl.${r.remoteControl}`),
    },
    { key: 'items', title: 'model.items', kind: 'number', value: (r) => r.items },
    { key: 'vehicles', title: 'model.vehicles', kind: 'number', value: (r) => r.vehicles },
    { key: 'registeredAt', title: 'model.registeredAt', kind: 'moment', value: (r) => r.registeredAt },
  ],
};
