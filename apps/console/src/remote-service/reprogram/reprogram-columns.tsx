import type { ReprogramRow } from '@headland/contracts/reprogram';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useServiceColumns } from '../../ui/service/service-columns';
import type { Column } from '../../ui/table';
import { RunStateLabel } from './flash-labels';

type C = Column<ReprogramRow>;
/** What the list shows of each vehicle: what its controllers run and its last program, among what the lists of remote service share. */
export function useReprogramColumns(): { columns: C[]; phone: C[] } {
  const { t } = useI18n();
  const own = useMemo(
    () => ({
      columns: programColumns(t),
      under: (r: ReprogramRow) => `${r.model} · ${r.ecuSoftware ?? '–'}`,
      over: (r: ReprogramRow) => (r.lastFlash === null ? '–' : <RunStateLabel state={r.lastFlash} />),
    }),
    [t],
  );
  return useServiceColumns('/reProgramHistory', own);
}

const programColumns = (t: Translate): C[] => [
  { key: 'ecuSoftware', title: t('reprogram.ecuSoftware'), cell: (r) => <Num>{r.ecuSoftware ?? '–'}</Num> },
  { key: 'ecuCalibration', title: t('reprogram.ecuCalibration'), cell: (r) => <Num>{r.ecuCalibration ?? '–'}</Num> },
  { key: 'dcuSoftware', title: t('reprogram.dcuSoftware'), cell: (r) => <Num>{r.dcuSoftware ?? '–'}</Num> },
  { key: 'dcuCalibration', title: t('reprogram.dcuCalibration'), cell: (r) => <Num>{r.dcuCalibration ?? '–'}</Num> },
  {
    key: 'lastFlashAt',
    title: t('reprogram.lastFlash'),
    sort: 'lastFlashAt',
    width: '164px',
    cell: (r) => <Num>{r.lastFlashAt === null ? '–' : momentText(r.lastFlashAt)}</Num>,
  },
  {
    key: 'lastFlash',
    title: t('reprogram.lastResult'),
    width: '120px',
    cell: (r) => (r.lastFlash === null ? '–' : <RunStateLabel state={r.lastFlash} />),
  },
];

const Num = ({ children }: { children: ReactNode }) => <span className="num">{children}</span>;
