import type { ModelRow } from '@headland/contracts/model';
import { modelListColumns } from '@headland/i18n/columns/models';
import type { RecordExport } from '../../platform/records/record';

/** The list of models as a workbook. */
export const modelsExport: RecordExport<ModelRow> = {
  list: 'models',
  file: 'model',
  title: 'screen.model',
  columns: modelListColumns,
};
