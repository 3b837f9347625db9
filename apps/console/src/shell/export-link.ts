import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDownloadExport } from '../ui/download-export';

/** `?download=12`, where a notification of a finished export leads: the workbook is saved, and the address forgets it, so that a reload does not save it again. */
export function useExportLink(): void {
  const { download } = useSearch({ strict: false }) as { download?: string | string[] };
  const navigate = useNavigate();
  const take = useDownloadExport();
  const follow = useEffectEvent((asked: string | string[]) => {
    void navigate({
      to: '.',
      search: ({ download: _, ...others }: Record<string, unknown>) => others,
      replace: true,
    });
    if (typeof asked === 'string' && /^\d{1,9}$/u.test(asked)) take.run(Number(asked));
  });
  // while the address still has it, it is one and the same wish
  const followed = useRef(false);
  useEffect(() => {
    if (download !== undefined && !followed.current) follow(download);
    followed.current = download !== undefined;
  }, [download]);
}
