import { chakra } from '@chakra-ui/react';
import type { Holder, ServiceRow } from '@headland/contracts/diagnosis';
import { serviceVehicleListColumns } from '@headland/i18n/columns/service-vehicles';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { type RecordPath, toRecord } from '../../lib/paths';
import { Age } from '../age';
import { useListColumns } from '../list-columns';
import { StateLabel } from '../status-chip';
import type { Column } from '../table';

interface Own<R> {
  /** columns of one list alone: shown after the machine's name and model */
  columns: readonly Column<R>[];
  /** on a phone: what is shown under the VIN instead of model and dealer, and over its connection */
  under?: (row: R) => ReactNode;
  over?: (row: R) => ReactNode;
}

/**
 * The columns that the lists of remote service share, and what replaces them on a phone. `history`: the page of a vehicle's history,
 * without its number; `own`: made once by the caller (`useMemo`).
 */
export function useServiceColumns<R extends ServiceRow>(
  history: RecordPath,
  own?: Own<R>,
): { columns: Column<R>[]; phone: Column<R>[] } {
  const { t } = useI18n();
  const c = useListColumns(serviceVehicleListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.vin, identity: true, width: '184px', cell: (r) => <b>{r.vin}</b> },
        c.model,
        ...(own?.columns ?? []),
        c.deviceId,
        c.customer,
        c.dealer,
        { ...c.engine, width: '84px' },
        { ...c.key, width: '84px' },
        { ...c.online, width: '96px', cell: (r) => <Online online={r.online} /> },
        { ...c.battery, width: '88px' },
        { ...c.openFaults, width: '88px' },
        { ...c.session, width: '220px', cell: (r) => <Held holder={r.holder} /> },
        { ...c.lastSessionAt, width: '164px' },
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
      ],
      phone: phoneColumns<R>(t, own),
    }),
    [t, c, history, own],
  );
}

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
            // its state before it went offline is not its present state
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
