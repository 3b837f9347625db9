import { exports, exportTypes } from '@headland/contracts/export';
import { saveFile } from '../lib/save-file';
import { useAction } from './use-action';

/** Saves the file of an export that is ready. */
export function useDownloadExport(): { run: (id: number) => void; busy: boolean } {
  const file = useAction(exports.file, {
    done: (download) =>
      saveFile(download, 'export.xlsx', exportTypes[download.name?.endsWith('.pdf') === true ? 'pdf' : 'xlsx']),
  });
  return { run: (id) => file.run({ params: { id } }), busy: file.busy };
}
