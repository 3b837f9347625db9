import { exports } from '@headland/contracts/export';
import { saveFile } from './save-file';
import { useAct } from './use-act';

/** Saves the workbook of an export that is ready. */
export function useTakeExport(): { run: (id: number) => void; busy: boolean } {
  const file = useAct(exports.file, { done: (workbook) => saveFile(workbook, 'export.xlsx', exports.file.stream) });
  return { run: (id) => file.run({ params: { id } }), busy: file.busy };
}
