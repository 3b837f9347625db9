import { chakra } from '@chakra-ui/react';
import type { ReprogramRow } from '@headland/contracts/reprogram';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Say, useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { Age } from '../ui/age';
import { Figure } from '../ui/figure';
import { StateWord } from '../ui/status-chip';
import type { Column } from '../ui/table';
import { RunStateWord } from './flash-words';

type C = Column<ReprogramRow>;
/** What the list shows of each vehicle: how it can be reached, who holds it, and what its controllers run. */
export function useReprogramColumns(): { columns: C[]; phone: C[] } {
  const { t } = useWords();
  return useMemo(() => ({ columns: [...vehicleColumns(t), ...programColumns(t), ...serviceColumns(t)], phone: phoneColumns(t) }), [t]);
}

const vehicleColumns = (t: Say): C[] => [
  { key: 'vin', title: t('reprogram.vin'), sort: 'vin', identity: true, width: '184px', cell: (r) => <Num strong>{r.vin}</Num> },
  { key: 'model', title: t('reprogram.model'), sort: 'model', cell: (r) => r.model },
];

const programColumns = (t: Say): C[] => [
  { key: 'ecuSoftware', title: t('reprogram.ecuSoftware'), cell: (r) => <Num>{r.ecuSoftware ?? '–'}</Num> },
  { key: 'ecuCalibration', title: t('reprogram.ecuCalibration'), cell: (r) => <Num>{r.ecuCalibration ?? '–'}</Num> },
  { key: 'dcuSoftware', title: t('reprogram.dcuSoftware'), cell: (r) => <Num>{r.dcuSoftware ?? '–'}</Num> },
  { key: 'dcuCalibration', title: t('reprogram.dcuCalibration'), cell: (r) => <Num>{r.dcuCalibration ?? '–'}</Num> },
  { key: 'lastFlashAt', title: t('reprogram.lastFlash'), sort: 'lastFlashAt', width: '164px', cell: (r) => <Moment at={r.lastFlashAt} /> },
  { key: 'lastFlash', title: t('reprogram.lastResult'), width: '120px', cell: (r) => (r.lastFlash === null ? '–' : <RunStateWord state={r.lastFlash} />) },
];

const serviceColumns = (t: Say): C[] => [
  { key: 'deviceId', title: t('reprogram.deviceId'), cell: (r) => <Num>{r.deviceId ?? '–'}</Num> },
  { key: 'customer', title: t('reprogram.customer'), cell: (r) => r.customer?.name ?? '–' },
  { key: 'dealer', title: t('reprogram.dealer'), sort: 'dealer', cell: (r) => r.dealer.name },
  { key: 'engine', title: t('reprogram.engine'), width: '80px', cell: (r) => (r.engine === null ? '–' : t(`reprogram.engine.${r.engine}`)) },
  { key: 'online', title: t('reprogram.connection'), width: '104px', cell: (r) => <Online online={r.online} /> },
  { key: 'battery', title: t('reprogram.battery'), align: 'right', width: '104px', cell: (r) => <Figure value={r.battery} digits={1} /> },
  { key: 'openFaults', title: t('reprogram.openFaults'), sort: 'openFaults', align: 'right', width: '88px', cell: (r) => <Figure value={r.openFaults} /> },
  { key: 'session', title: t('reprogram.session'), width: '200px', cell: (r) => <Held row={r} /> },
  { key: 'lastSessionAt', title: t('reprogram.lastSession'), sort: 'lastSessionAt', width: '164px', cell: (r) => <Moment at={r.lastSessionAt} /> },
  {
    key: 'history',
    title: t('reprogram.history'),
    width: '72px',
    align: 'center',
    exports: [],
    cell: (r) => (
      <chakra.span color="accent" display="inline-flex" css={{ '& a': { padding: '6px' } }}>
        <Link to={`/reProgramHistory/${r.id}`} aria-label={t('reprogram.historyOf', { vin: r.vin })} onClick={(e) => e.stopPropagation()}>
          <History size={15} />
        </Link>
      </chakra.span>
    ),
  },
];

const phoneColumns = (t: Say): C[] => [
  {
    key: 'vin',
    title: t('reprogram.vin'),
    sort: 'vin',
    cell: (r) => (
      <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
        <Num strong>{r.vin}</Num>
        <chakra.small display="block" color="ink3">
          {r.model} · {r.ecuSoftware ?? '–'}
        </chakra.small>
      </chakra.span>
    ),
  },
  {
    key: 'lastFlash',
    title: t('reprogram.lastResult'),
    width: '148px',
    cell: (r) => (
      <chakra.span display="block" lineHeight="18px" whiteSpace="normal">
        {r.lastFlash === null ? '–' : <RunStateWord state={r.lastFlash} />}
        <chakra.small display="block">
          <Online online={r.online} />
        </chakra.small>
      </chakra.span>
    ),
  },
];

function Online({ online }: { online: boolean }) {
  const { t } = useWords();
  return <StateWord state={online ? 'normal' : 'off'}>{t(online ? 'reprogram.online' : 'reprogram.offline')}</StateWord>;
}

/** Free, or who holds it and for how long. */
function Held({ row: { holder } }: { row: ReprogramRow }) {
  const { t } = useWords();
  if (holder === null) return <chakra.span color="ink3">{t('reprogram.free')}</chakra.span>;
  return (
    <chakra.span title={t('reprogram.heldBy', { by: holder.by, organization: holder.organization, since: momentText(holder.since) })}>
      <StateWord state="watch">{`${holder.by}, ${holder.organization}`}</StateWord>{' '}
      <chakra.span color="ink3" className="num">
        <Age since={holder.since} style="short" />
      </chakra.span>
    </chakra.span>
  );
}

const Moment = ({ at }: { at: string | null }) => <Num>{at === null ? '–' : momentText(at)}</Num>;
const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
