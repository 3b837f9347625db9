import { chakra } from '@chakra-ui/react';
import type { Holder, ServiceRow } from '@headland/contracts/diagnosis';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { type RecordPath, toRecord } from '../../lib/paths';
import { Age } from '../age';
import { Figure } from '../figure';
import { StateLabel } from '../status-chip';
import type { Column } from '../table';

interface Own<R> {
  /** columns of one list alone: they stand after the machine's name and model */
  columns: readonly Column<R>[];
  /** on a phone: what stands under the VIN instead of model and dealer, and over its connection */
  under?: (row: R) => ReactNode;
  over?: (row: R) => ReactNode;
}

/**
 * The columns that the lists of remote service share, and what stands instead of them on a phone. `history`: the page of a vehicle's history,
 * without its number; `own`: made once by the caller (`useMemo`).
 */
export function useServiceColumns<R extends ServiceRow>(
  history: RecordPath,
  own?: Own<R>,
): { columns: Column<R>[]; phone: Column<R>[] } {
  const { t } = useI18n();
  return useMemo(
    () => ({
      columns: [...nameColumns<R>(t), ...(own?.columns ?? []), ...serviceColumns<R>(t, history)],
      phone: phoneColumns<R>(t, own),
    }),
    [t, history, own],
  );
}

const nameColumns = <R extends ServiceRow>(t: Translate): Column<R>[] => [
  {
    key: 'vin',
    title: t('remote.vin'),
    sort: 'vin',
    identity: true,
    width: '184px',
    cell: (r) => <b className="num">{r.vin}</b>,
  },
  { key: 'model', title: t('remote.model'), sort: 'model', cell: (r) => r.model },
];

const serviceColumns = <R extends ServiceRow>(t: Translate, history: RecordPath): Column<R>[] => [
  { key: 'deviceId', title: t('remote.deviceId'), cell: (r) => <span className="num">{r.deviceId ?? '–'}</span> },
  { key: 'customer', title: t('remote.customer'), cell: (r) => r.customer?.name ?? '–' },
  { key: 'dealer', title: t('remote.dealer'), sort: 'dealer', cell: (r) => r.dealer.name },
  {
    key: 'engine',
    title: t('remote.engine'),
    width: '84px',
    cell: (r) => (r.engine === null ? '–' : t(`remote.engine.${r.engine}`)),
  },
  { key: 'key', title: t('remote.key'), width: '84px', cell: (r) => (r.key === null ? '–' : t(`remote.key.${r.key}`)) },
  { key: 'online', title: t('remote.connection'), width: '96px', cell: (r) => <Online online={r.online} /> },
  {
    key: 'battery',
    title: t('remote.battery'),
    align: 'right',
    width: '88px',
    cell: (r) => <Figure value={r.battery} unit="V" digits={1} />,
  },
  {
    key: 'openFaults',
    title: t('remote.openFaults'),
    sort: 'openFaults',
    align: 'right',
    width: '88px',
    cell: (r) => <Figure value={r.openFaults} />,
  },
  { key: 'session', title: t('remote.session'), width: '220px', cell: (r) => <Held holder={r.holder} /> },
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
        <Link
          to={toRecord(history, r.id)}
          aria-label={t('remote.historyOf', { vin: r.vin })}
          onClick={(e) => e.stopPropagation()}
        >
          <History size={15} />
        </Link>
      </chakra.span>
    ),
  },
];

const phoneColumns = <R extends ServiceRow>(t: Translate, own: Own<R> | undefined): Column<R>[] => [
  {
    key: 'vin',
    title: t('remote.vin'),
    sort: 'vin',
    cell: (r) => (
      <chakra.span display="block" py="1.5" lineHeight="18px" whiteSpace="normal">
        <b className="num">{r.vin}</b>
        <chakra.small display="block" color="ink3">
          {own?.under?.(r) ?? `${r.model} · ${r.dealer.name}`}
        </chakra.small>
      </chakra.span>
    ),
  },
  {
    key: 'session',
    title: t('remote.session'),
    width: '148px',
    cell: (r) => (
      <chakra.span display="block" py="1.5" lineHeight="18px" whiteSpace="normal">
        {own?.over?.(r)}
        <chakra.span display="block">
          <Online online={r.online} />
        </chakra.span>
        <chakra.small display="block" color="ink3">
          {[
            // what it was before it went away says nothing of it now
            ...(r.key === null || !r.online ? [] : [`${t('remote.key')} ${t(`remote.key.${r.key}`)}`]),
            ...(r.holder === null && own?.over === undefined ? [t('remote.free')] : []),
          ].join(' · ')}
        </chakra.small>
        {r.holder !== null && (
          <chakra.small display="block">
            <Held holder={r.holder} />
          </chakra.small>
        )}
      </chakra.span>
    ),
  },
];

function Online({ online }: { online: boolean }) {
  const { t } = useI18n();
  return <StateLabel state={online ? 'normal' : 'off'}>{t(online ? 'remote.online' : 'remote.offline')}</StateLabel>;
}

/** Free, or who holds it, for which organisation and how long by now. */
function Held({ holder }: { holder: Holder | null }) {
  const { t } = useI18n();
  if (holder === null) return <chakra.span color="ink3">{t('remote.free')}</chakra.span>;
  return (
    <chakra.span
      title={t('remote.heldBy', { by: holder.by, organization: holder.organization, since: momentText(holder.since) })}
    >
      <StateLabel state="watch" strong={holder.mine}>
        {holder.mine ? t('remote.mine') : `${holder.by}, ${holder.organization}`}
      </StateLabel>{' '}
      <chakra.span color="ink3" className="num">
        <Age since={holder.since} style="short" />
      </chakra.span>
    </chakra.span>
  );
}
