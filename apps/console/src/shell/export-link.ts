import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDownloadExport } from '../ui/download-export';

/**
 * `?download=12`, the link in a notification of a finished export: saves the workbook and removes the parameter, so
 * that a reload does not save it again.
 */
export function useExportLink(): void {
  const { download } = useSearch({ strict: false }) as { download?: string | string[] };
  const navigate = useNavigate();
  const startDownload = useDownloadExport();
  const follow = useEffectEvent((asked: string | string[]) => {
    void navigate({
      to: '.',
      search: ({ download: _, ...others }: Record<string, unknown>) => others,
      replace: true,
    });
    if (typeof asked === 'string' && /^\d{1,9}$/u.test(asked)) startDownload.run(Number(asked));
  });
  // while the URL still has it, it is the same download
  const followed = useRef(false);
  useEffect(() => {
    if (download !== undefined && !followed.current) follow(download);
    followed.current = download !== undefined;
  }, [download]);
}
