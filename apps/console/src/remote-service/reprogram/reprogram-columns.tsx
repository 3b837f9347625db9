import type { ReprogramRow } from '@headland/contracts/reprogram';
import { reprogramListColumns } from '@headland/i18n/columns/reprogram';
import { useMemo } from 'react';
import { useListColumns } from '../../ui/list-columns';
import { useServiceColumns } from '../../ui/service/service-columns';
import type { Column } from '../../ui/table';
import { RunStateLabel } from './flash-labels';

type C = Column<ReprogramRow>;
/** What the list shows of each vehicle: what its controllers run and its last program, among what the lists of remote service share. */
export function useReprogramColumns(): { columns: C[]; phone: C[] } {
  const c = useListColumns(reprogramListColumns);
  const own = useMemo(() => {
    const last = (r: ReprogramRow) => (r.lastFlash === null ? '–' : <RunStateLabel state={r.lastFlash} />);
    return {
      columns: [
        c.ecuSoftware,
        c.ecuCalibration,
        c.dcuSoftware,
        c.dcuCalibration,
        { ...c.lastFlashAt, width: '164px' },
        { ...c.lastFlash, width: '120px', cell: last },
      ],
      under: (r: ReprogramRow) => `${r.model} · ${r.ecuSoftware ?? '–'}`,
      over: last,
    };
  }, [c]);
  return useServiceColumns('/reProgramHistory', own);
}
