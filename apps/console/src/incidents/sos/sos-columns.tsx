import { chakra } from '@chakra-ui/react';
import type { SosRow } from '@headland/contracts/sos';
import { useMemo } from 'react';
import { clockOf } from '../../lib/age';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Age } from '../../ui/age';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { isOpen, stateOfStatus } from './sos-labels';

/** Calls as a table: what the past is read in. The queue itself stands as cards, each with its countdown. */
export function useSosColumns(): Column<SosRow>[] {
  const { t, of, number } = useI18n();
  return useMemo<Column<SosRow>[]>(
    () => [
      {
        key: 'status',
        title: t('sos.status'),
        sort: 'status',
        width: '104px',
        cell: (r) => <StateLabel state={stateOfStatus[r.status]}>{t(`sosStatus.${r.status}`)}</StateLabel>,
      },
      {
        key: 'age',
        title: t('sos.age'),
        sort: 'age',
        align: 'right',
        width: '76px',
        exports: [],
        cell: (r) => (
          <span className="num">
            <Age since={r.raisedAt} until={isOpen(r) ? null : r.closedAt} style="clock" />
          </span>
        ),
      },
      {
        key: 'raisedAt',
        title: t('sos.time'),
        sort: 'raisedAt',
        width: '150px',
        cell: (r) => <span className="num">{momentText(r.raisedAt)}</span>,
      },
      { key: 'type', title: t('sos.type'), sort: 'type', width: '88px', cell: (r) => t(`sosType.${r.type}`) },
      {
        key: 'vin',
        title: t('sos.vin'),
        sort: 'vin',
        identity: true,
        width: '176px',
        cell: (r) => <span className="num">{r.vehicle.vin}</span>,
      },
      { key: 'model', title: t('sos.model'), cell: (r) => r.vehicle.model || '–' },
      { key: 'customer', title: t('sos.customer'), cell: (r) => r.customer?.name ?? '–' },
      {
        key: 'phone',
        title: t('sos.customerPhone'),
        cell: (r) => <span className="num">{r.customer?.phone ?? '–'}</span>,
      },
      {
        key: 'place',
        title: t('sos.place'),
        cell: (r) =>
          r.lat === null || r.lon === null ? (
            '–'
          ) : (
            <chakra.span display="block" maxW="300px" truncate title={of(r.place)}>
              {of(r.place)}{' '}
              <span className="unit num">
                {r.lat.toFixed(5)}, {r.lon.toFixed(5)}
              </span>
            </chakra.span>
          ),
      },
      { key: 'agency', title: t('sos.agency'), cell: (r) => r.agency.name },
      { key: 'handler', title: t('sos.handler'), cell: (r) => r.handler?.name ?? '–' },
      {
        key: 'escalationLevel',
        title: t('sos.escalationLevel'),
        sort: 'escalationLevel',
        cell: (r) => (r.escalatedTo === null ? '–' : `${number(r.escalationLevel)} → ${r.escalatedTo.name}`),
      },
      {
        key: 'timeToAcknowledge',
        title: t('sos.timeToAcknowledge'),
        sort: 'timeToAcknowledge',
        align: 'right',
        cell: (r) => <span className="num">{secondsToAcknowledge(r)}</span>,
      },
      {
        key: 'acknowledgedAt',
        title: t('sos.acknowledgedAt'),
        hidden: true,
        cell: (r) => <span className="num">{momentOr(r.acknowledgedAt)}</span>,
      },
      {
        key: 'closedAt',
        title: t('sos.closedAt'),
        hidden: true,
        cell: (r) => <span className="num">{momentOr(r.closedAt)}</span>,
      },
      {
        key: 'resolution',
        title: t('sos.resolution'),
        cell: (r) => (
          <chakra.span display="block" maxW="260px" truncate title={r.resolution ?? undefined}>
            {[r.cause && t(`sos.cause.${r.cause}`), r.resolution?.split('\n')[0]].filter(Boolean).join(' · ') || '–'}
          </chakra.span>
        ),
      },
    ],
    [t, of, number],
  );
}

const momentOr = (at: string | null): string => (at === null ? '–' : momentText(at));
const secondsToAcknowledge = ({ acknowledgedAt, receivedAt }: SosRow): string =>
  acknowledgedAt === null
    ? '–'
    : clockOf(Math.max(0, Math.round((Date.parse(acknowledgedAt) - Date.parse(receivedAt)) / 1000)));
