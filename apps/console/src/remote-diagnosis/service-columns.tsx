import { chakra } from '@chakra-ui/react';
import type { Holder, ServiceRow } from '@headland/contracts/diagnosis';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { Age } from '../ui/age';
import { Figure } from '../ui/figure';
import { StateWord } from '../ui/status-chip';
import type { Column } from '../ui/table';

/** The columns that the lists of remote service share, and what stands instead of them on a phone. `history`: the page of a vehicle's history, without its number. */
export function useServiceColumns(history: string): { columns: Column<ServiceRow>[]; phone: Column<ServiceRow>[] } {
  const { t } = useWords();
  return useMemo(() => {
    const session: Column<ServiceRow> = { key: 'session', title: t('remote.session'), width: '220px', cell: (r) => <Held holder={r.holder} /> };
    return {
      columns: [
        { key: 'vin', title: t('remote.vin'), sort: 'vin', identity: true, width: '184px', cell: (r) => <b className="num">{r.vin}</b> },
        { key: 'model', title: t('remote.model'), sort: 'model', cell: (r) => r.model },
        { key: 'deviceId', title: t('remote.deviceId'), cell: (r) => <span className="num">{r.deviceId ?? '–'}</span> },
        { key: 'customer', title: t('remote.customer'), cell: (r) => r.customer?.name ?? '–' },
        { key: 'dealer', title: t('remote.dealer'), sort: 'dealer', cell: (r) => r.dealer.name },
        { key: 'engine', title: t('remote.engine'), width: '84px', cell: (r) => (r.engine === null ? '–' : t(`remote.engine.${r.engine}`)) },
        { key: 'online', title: t('remote.connection'), width: '96px', cell: (r) => <Online online={r.online} /> },
        { key: 'battery', title: t('remote.battery'), align: 'right', width: '88px', cell: (r) => <Figure value={r.battery} unit="V" digits={1} /> },
        { key: 'openFaults', title: t('remote.openFaults'), sort: 'openFaults', align: 'right', width: '88px', cell: (r) => <Figure value={r.openFaults} /> },
        session,
        {
          key: 'lastSessionAt',
          title: t('remote.lastSession'),
          sort: 'lastSessionAt',
          width: '164px',
          cell: (r) => <span className="num">{r.lastSessionAt === null ? '–' : momentText(r.lastSessionAt)}</span>,
        },
        {
          key: 'history',
          title: t('remote.history'),
          width: '72px',
          align: 'center',
          exports: [],
          cell: (r) => (
            <chakra.span color="accent" display="inline-flex" css={{ '& a': { padding: '6px' } }}>
              <Link to={`${history}/${r.id}`} aria-label={t('remote.historyOf', { vin: r.vin })} onClick={(e) => e.stopPropagation()}>
                <History size={15} />
              </Link>
            </chakra.span>
          ),
        },
      ],
      phone: [
        {
          key: 'vin',
          title: t('remote.vin'),
          sort: 'vin',
          cell: (r) => (
            <chakra.span display="block" py="1.5" lineHeight="18px" whiteSpace="normal">
              <b className="num">{r.vin}</b>
              <chakra.small display="block" color="ink3">
                {r.model} · {r.dealer.name}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          ...session,
          width: '148px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" whiteSpace="normal">
              <Online online={r.online} />
              <chakra.small display="block">
                <Held holder={r.holder} />
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    };
  }, [t, history]);
}

function Online({ online }: { online: boolean }) {
  const { t } = useWords();
  return <StateWord state={online ? 'normal' : 'off'}>{t(online ? 'remote.online' : 'remote.offline')}</StateWord>;
}

/** Free, or who holds it, for which organisation and how long by now. */
export function Held({ holder }: { holder: Holder | null }) {
  const { t } = useWords();
  if (holder === null) return <chakra.span color="ink3">{t('remote.free')}</chakra.span>;
  return (
    <chakra.span title={t('remote.heldBy', { by: holder.by, organization: holder.organization, since: momentText(holder.since) })}>
      <StateWord state="watch" strong={holder.mine}>
        {holder.mine ? t('remote.mine') : `${holder.by}, ${holder.organization}`}
      </StateWord>{' '}
      <chakra.span color="ink3" className="num">
        <Age since={holder.since} style="short" />
      </chakra.span>
    </chakra.span>
  );
}
