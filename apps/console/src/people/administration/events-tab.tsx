import { chakra, Flex } from '@chakra-ui/react';
import {
  administration,
  countedTo,
  type EventKind,
  type EventRow,
  eventKinds,
  eventStateKey,
} from '@headland/contracts/administration';
import { type EventName, eventNames } from '@headland/contracts/event-log';
import { vehicles } from '@headland/contracts/vehicle';
import { eventListColumns } from '@headland/i18n/columns/events';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { actorLabel } from '@headland/i18n/record-labels';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type Translate, type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useKeys } from '../../lib/use-keys';
import { useLiveEvents } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { BriefTime } from '../../ui/brief-time';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText, NewRows } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { Kbd } from '../../ui/kbd';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { Facts, Panel, Section } from '../../ui/panel';
import { type State, StateMark } from '../../ui/state-mark';
import { ErrorState, Skeleton } from '../../ui/states';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { Cut, Faint, Moment, Narrow } from './cells';
import { growsHere, pollMs, useFollow } from './use-tail';

/** Every event of the log. The first page follows what happens, until it is paused or somebody is at a row. */
export function EventsTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(administration.events);
  const { filter: f, set } = list;
  const columns = useColumns();
  const [paused, setPaused] = useState(false);
  const grows = growsHere(list) && f.number === undefined;
  const newest = list.rows[0]?.number ?? 0;
  const ahead = useQuery({
    ...query(administration.events, { query: { ...f, after: newest, page: 1, size: 10 } }),
    enabled: grows && list.result.isSuccess && !list.result.isPlaceholderData,
    refetchInterval: pollMs,
    gcTime: 10_000,
  });
  const waiting = useFollow(list, ahead, grows && !paused);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveEvents((event) => {
    if (!grows || (f.kind.length > 0 && !f.kind.includes(kindOf(event.name)))) return;
    // a fleet that comes back from a tunnel emits a hundred events at once: one refetch for all of them
    soon.current ??= setTimeout(() => {
      soon.current = undefined;
      void ahead.refetch();
    }, 300);
  });
  const toggle = (): void => setPaused((was) => !was);
  useKeys({ p: toggle }, { enabled: grows });
  const follows = grows && !paused;
  return (
    <ListPage<EventRow>
      title={t('screen.memberHistory')}
      exportAs="events"
      countedTo={countedTo}
      list={list}
      tabs={tabs}
      actions={
        <>
          <NewRows count={grows ? waiting : 0} onShow={() => void list.result.refetch()} />
          <Flex align="center" gap="1.5" textStyle="small" color="ink2" role="status">
            <StateMark state={follows ? 'normal' : 'off'} size={9} />
            <chakra.span display={{ base: 'none', md: 'inline' }}>
              {t(follows ? 'eventLog.following' : 'eventLog.paused')}
            </chakra.span>
          </Flex>
          <Button
            icon={follows ? <Pause size={14} /> : <Play size={14} />}
            disabled={!grows}
            reason={t('eventLog.notHere')}
            aria-keyshortcuts="P"
            onClick={toggle}
          >
            {t(follows || !grows ? 'eventLog.pause' : 'eventLog.resume')}
            <Kbd aria-hidden display={{ base: 'none', md: 'block' }}>
              P
            </Kbd>
          </Button>
        </>
      }
      filters={
        <FilterBar onReset={list.reset}>
          <FilterDates label={t('history.period')} of={administration.events.query} filter={f} onApply={set} />
          <FilterMany<EventKind>
            label={t('eventLog.kind')}
            values={f.kind}
            options={eventKinds.map((value) => ({ value, label: t(`eventKind.${value}`) }))}
            onApply={(kind) => set({ kind })}
          />
          <FilterMany<EventName>
            label={t('eventLog.event')}
            values={f.name}
            options={eventNames.map((value) => ({ value, label: eventText(t, value) }))}
            onApply={(name) => set({ name })}
          />
          <FilterText label={t('eventLog.vehicle')} value={f.vehicle} onApply={(vehicle) => set({ vehicle })} />
          <FilterText
            label={t('eventLog.number')}
            value={f.number === undefined ? undefined : String(f.number)}
            onApply={(number) => set({ number: number?.replaceAll(/\D/gu, '').slice(0, 15) || undefined })}
            width="140px"
          />
        </FilterBar>
      }
      table={{ columns, phone: phoneOf(i18n), idOf: numberOf, unnumbered: true }}
      detail={
        list.openId === null ? null : (
          <EventPanel
            key={list.openId}
            number={list.openId}
            known={list.rows.find((r) => r.number === list.openId)}
            onClose={() => list.open(null)}
          />
        )
      }
      empty={{ title: t('eventLog.empty'), text: t('eventLog.emptyText') }}
    />
  );
}

const numberOf = (row: EventRow): number => row.number;
const kindOf = (name: EventName): EventKind => name.split('.')[0] as EventKind;
/** "SOS · Acknowledged": the name alone would be that of a fault as well. */
const eventText = (t: Translate, name: EventName): string =>
  `${t(`eventKind.${kindOf(name)}`)} · ${t(`event.${name}`)}`;

/** Two lines. */
const phoneOf = (i18n: I18n): Column<EventRow>[] => {
  const { t } = i18n;
  return [
    {
      key: 'event',
      title: t('eventLog.event'),
      sort: 'number',
      cell: (r) => (
        <Narrow
          first={<What row={r} i18n={i18n} />}
          end={<BriefTime at={r.at} />}
          second={[r.vin, r.subject, changeText(t, r), whoText(i18n, r)].filter(Boolean).join(' · ')}
        />
      ),
    },
  ];
};

function useColumns(): Column<EventRow>[] {
  const i18n = useI18n();
  const { t } = i18n;
  const c = useListColumns(eventListColumns);
  return useMemo(
    () => [
      { ...c.number, width: '96px', cell: (r) => <Faint>{r.number}</Faint> },
      { ...c.at, width: '164px', cell: (r) => <Moment at={r.at} /> },
      { ...c.kind, cell: (r) => <What row={r} i18n={i18n} /> },
      c.vehicle,
      { ...c.subject, yields: true, cell: (r) => (r.subject === null ? '–' : <Cut width="180px">{r.subject}</Cut>) },
      { ...c.change, title: t('eventLog.change'), cell: (r) => changeText(t, r) ?? '–' },
      {
        ...c.who,
        yields: true,
        cell: (r) => <chakra.span color={r.who === null ? 'ink3' : 'ink'}>{whoText(i18n, r)}</chakra.span>,
      },
      {
        ...c.organization,
        yields: true,
        cell: (r) => (r.organization === null ? '–' : <Cut width="160px">{r.organization}</Cut>),
      },
    ],
    [i18n, t, c],
  );
}

const What = ({ row, i18n: { t } }: { row: EventRow; i18n: I18n }) => (
  <chakra.span display="inline-flex" alignItems="center" gap="2" title={row.name}>
    <StateMark state={stateOf(row.name)} size={9} />
    <span>
      <Faint>{t(`eventKind.${kindOf(row.name)}`)}</Faint> {t(`event.${row.name}`)}
    </span>
  </chakra.span>
);

function stateOf(name: EventName): State {
  switch (name) {
    case 'sos.raised':
    case 'sos.repeated':
      return 'now';
    case 'fault.occurred':
    case 'fault.repeated':
      return 'today';
    case 'account.loginFailed':
    case 'account.lockedOut':
    case 'account.codeRefused':
    case 'account.refreshRefused':
      return 'watch';
    case 'engine.stopped':
    case 'device.disconnected':
      return 'off';
    default:
      return 'normal';
  }
}

const whoText = ({ t }: I18n, { who }: EventRow): string => (who === null ? t('eventLog.machine') : actorLabel(t, who));
const changeText = (t: Translate, { from, to }: EventRow): string | null =>
  from === null && to === null
    ? null
    : [from, to]
        .filter((s) => s !== null)
        .map((s) => t(eventStateKey(s)))
        .join(' → ');

/** The open event: from the page, or by its number where the address came from elsewhere or the page has moved on. */
function EventPanel({ number, known, onClose }: { number: number; known: EventRow | undefined; onClose: () => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const can = useCan();
  const { data, error, refetch } = useQuery({
    ...query(administration.events, { query: { number, size: 10 } }),
    enabled: known === undefined,
  });
  const row = known ?? data?.rows[0];
  return (
    <Panel
      title={row ? t(`event.${row.name}`) : `#${number}`}
      label={`#${number}`}
      over={row && <span className="num">{`${t(`eventKind.${kindOf(row.name)}`)} · #${number}`}</span>}
      under={row && momentText(row.at)}
      onClose={onClose}
    >
      {row ? (
        <Section>
          <Facts
            rows={[
              [t('eventLog.vehicle'), row.vin ?? '–'],
              [t('eventLog.subject'), row.subject ?? '–'],
              [t('eventLog.change'), changeText(t, row) ?? '–'],
              ...(row.changes ?? []).map(
                ({ field, from, to }) => [t(`sos.${field}` as 'sos.person'), `${from ?? '–'} → ${to ?? '–'}`] as const,
              ),
              [t('history.who'), whoText(i18n, row)],
              [t('history.organization'), row.organization ?? '–'],
              [t('eventLog.code'), row.name],
            ]}
          />
          {row.vehicleId !== null && can(vehicles.get.allow) && (
            <chakra.div mt="3" color="accent">
              <Link to={toRecord('/statusDetail', row.vehicleId)}>{t('eventLog.openVehicle')}</Link>
            </chakra.div>
          )}
        </Section>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <chakra.p px="4" py="3" color="ink2">
          {t('error.NOT_FOUND')}
        </chakra.p>
      ) : (
        <Skeleton rows={6} />
      )}
    </Panel>
  );
}
