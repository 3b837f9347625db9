import { exports } from '@headland/contracts/export';
import { saveFile } from '../lib/save-file';
import { useAction } from './use-action';

/** Saves the workbook of an export that is ready. */
export function useDownloadExport(): { run: (id: number) => void; busy: boolean } {
  const file = useAction(exports.file, { done: (workbook) => saveFile(workbook, 'export.xlsx', exports.file.stream) });
  return { run: (id) => file.run({ params: { id } }), busy: file.busy };
}
