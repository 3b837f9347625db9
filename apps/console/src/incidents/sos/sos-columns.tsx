import { chakra } from '@chakra-ui/react';
import type { SosRow } from '@headland/contracts/sos';
import { phoneText } from '@headland/domain/phone-text';
import { secondsToAcknowledge, sosListColumns } from '@headland/i18n/columns/sos';
import { useMemo } from 'react';
import { clockOf } from '../../lib/age';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { useListColumns } from '../../ui/list-columns';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { isOpen, stateOfStatus } from './sos-labels';

/** SOS alerts as a table, for the history. The queue itself is shown as cards, each with its countdown. */
export function useSosColumns(): Column<SosRow>[] {
  const { t, of, number } = useI18n();
  const c = useListColumns(sosListColumns);
  return useMemo<Column<SosRow>[]>(
    () => [
      {
        ...c.status,
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
        cell: (r) => <Age since={r.raisedAt} until={isOpen(r) ? null : r.closedAt} style="clock" />,
      },
      { ...c.raisedAt, title: t('sos.time'), width: '150px' },
      { ...c.type, width: '88px' },
      { ...c.vin, identity: true, width: '176px', cell: (r) => <b>{r.vehicle.vin}</b> },
      c.model,
      c.customer,
      {
        ...c.phone,
        title: t('sos.customerPhone'),
        cell: (r: SosRow) => (r.customer?.phone ? phoneText(r.customer.phone) : '–'),
      },
      {
        ...c.place,
        title: t('sos.place'),
        cell: (r) =>
          r.lat === null || r.lon === null ? (
            '–'
          ) : (
            <chakra.span display="block" maxW="300px" truncate title={of(r.place)}>
              {of(r.place)}{' '}
              <span className="unit">
                {r.lat.toFixed(5)}, {r.lon.toFixed(5)}
              </span>
            </chakra.span>
          ),
      },
      c.agency,
      c.handler,
      {
        ...c.escalationLevel,
        title: t('sos.escalationLevel'),
        align: 'left',
        cell: (r) => (r.escalatedTo === null ? '–' : `${number(r.escalationLevel)} → ${r.escalatedTo.name}`),
      },
      {
        ...c.timeToAcknowledge,
        title: t('sos.timeToAcknowledge'),
        cell: (r) => {
          const seconds = secondsToAcknowledge(r);
          return seconds === null ? '–' : clockOf(Math.max(0, seconds));
        },
      },
      { ...c.acknowledgedAt, title: t('sos.acknowledgedAt'), hidden: true },
      { ...c.closedAt, title: t('sos.closedAt'), hidden: true },
      {
        ...c.resolution,
        cell: (r) => (
          <chakra.span display="block" maxW="260px" truncate title={r.resolution ?? undefined}>
            {[r.cause && t(`sos.cause.${r.cause}`), r.resolution?.split('\n')[0]].filter(Boolean).join(' · ') || '–'}
          </chakra.span>
        ),
      },
    ],
    [t, of, number, c],
  );
}
