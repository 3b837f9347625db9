import { chakra, Flex } from '@chakra-ui/react';
import type { Permission } from '@headland/contracts/access';
import { sosTypes } from '@headland/contracts/device/up';
import { historyKinds, startFailures, type VehicleStep, vehicles } from '@headland/contracts/vehicle';
import { isMessageKey } from '@headland/i18n/catalogue';
import { actorLabel } from '@headland/i18n/record-labels';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { FilterDates } from '../../ui/filter-dates';
import { Pager } from '../../ui/pager';
import { type State, StateMark } from '../../ui/state-mark';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Segmented } from '../../ui/tabs';
import { readFilter } from '../../ui/use-list';
import type { Search } from '../../lib/search';

const kinds = ['all', ...historyKinds] as const;
type Kind = (typeof kinds)[number];
/** Whoever may not read a screen is not offered what happens on it; the server leaves it out anyway. */
const needs: Partial<Record<Kind, Permission>> = {
  sos: 'sos:R',
  fault: 'breakdown:R',
  consumable: 'expendable:R',
  sale: 'sale:R',
  transfer: 'ownerTransfer:R',
  diagnosis: 'remote:R',
  flash: 'reProgram:R',
};

/** What is logged of a vehicle, newest first: SOS alerts, faults, engine, connection, remote starts and edits. Kind, period and page are in the address. */
export function VehicleHistory({ id }: { id: number }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const { filter } = readFilter(vehicles.history.query, search);
  const kind: Kind = kinds.find((k) => k === filter.kind) ?? 'all';
  const { data, error, refetch } = useQuery({
    ...query(vehicles.history, {
      params: { id },
      query: {
        page: filter.page,
        size: filter.size,
        from: filter.from,
        to: filter.to,
        ...(kind === 'all' ? {} : { kind }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const readable = kinds.filter((k) => needs[k] === undefined || can(needs[k]));
  const go = (next: Record<string, string | undefined>): void =>
    void navigate({
      to: '.',
      search: Object.fromEntries(
        Object.entries({
          tab: 'history',
          kind: kind === 'all' ? undefined : kind,
          from: filter.from,
          to: filter.to,
          size: String(filter.size),
          ...next,
        }).filter(([, v]) => v !== undefined),
      ),
      replace: true,
    });
  const columns = useColumns();
  const rows = data?.rows ?? [];
  return (
    <Flex direction="column" flex="1" minH="0">
      <Flex px="4" py="2.5" gap="2" rowGap="2" align="center" flexShrink={0} wrap="wrap">
        <chakra.div maxW="full" overflowX="auto">
          <Segmented<Kind>
            label={t('vehicle.history.kind')}
            value={kind}
            choices={readable.map((value) => ({ value, label: t(`vehicle.history.${value}`) }))}
            onChange={(next) => go({ kind: next === 'all' ? undefined : next, page: undefined })}
          />
        </chakra.div>
        <FilterDates
          label={t('vehicle.history.at')}
          of={vehicles.history.query}
          filter={filter}
          onApply={(dates) => go({ ...dates, page: undefined })}
        />
      </Flex>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={10} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          title={t('vehicle.history.empty')}
          text={
            kind === 'all' && filter.from === undefined && filter.to === undefined
              ? t('vehicle.history.emptyText')
              : t('vehicle.history.emptyKind')
          }
        />
      ) : (
        <Table label={t('vehicle.tab.history')} columns={columns} rows={rows} idOf={numberOf} />
      )}
      {data && (
        <Pager
          page={data.page}
          onChange={({ page, size }) => go({ page: page === 1 ? undefined : String(page), size: String(size) })}
        />
      )}
    </Flex>
  );
}

function useColumns(): Column<VehicleStep>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('vehicle.history.at'),
        width: '190px',
        cell: (r) => (
          <chakra.span className="num" color="ink2">
            {momentText(r.at)}
          </chakra.span>
        ),
      },
      {
        key: 'kind',
        title: t('vehicle.history.what'),
        cell: (r) => {
          const key = `event.${r.name}`;
          return (
            <Flex align="center" gap="2">
              <StateMark state={stateOf(r.name)} size={9} />
              {isMessageKey(key) ? t(key) : r.name}
            </Flex>
          );
        },
      },
      {
        key: 'note',
        title: t('vehicle.history.note'),
        cell: (r) => <Note step={r} />,
      },
      {
        key: 'by',
        title: t('vehicle.history.by'),
        cell: (r) => (
          <chakra.span color={r.by === null ? 'ink3' : 'ink'}>
            {r.by === null ? t('vehicle.history.machine') : actorLabel(t, r.by)}
          </chakra.span>
        ),
      },
      {
        key: 'number',
        title: t('vehicle.history.number'),
        align: 'right',
        cell: (r) => (
          <chakra.span className="num" color="ink3">
            {r.number}
          </chakra.span>
        ),
      },
    ],
    [t],
  );
}

function stateOf(name: string): State {
  if (name === 'sos.raised' || name === 'sos.repeated') return 'now';
  if (
    name === 'fault.occurred' ||
    name === 'fault.repeated' ||
    name === 'control.failed' ||
    name === 'consumable.exceeded'
  )
    return 'today';
  if (name === 'consumable.imminent') return 'watch';
  return name === 'engine.stopped' || name === 'device.disconnected' ? 'off' : 'normal';
}

/** What a step was about: the code of a fault, the kind of a call, what was changed from what to what. */
function Note({ step: { note, name, screen, changes } }: { step: VehicleStep }) {
  const { t } = useI18n();
  const screenKey = `screen.${screen}`;
  if (screen !== null) {
    const lines = changes.map((c) => `${fieldText(t, c.field)}: ${c.from ?? '–'} → ${c.to ?? '–'}`);
    return (
      <span title={[...lines, ...(note === null ? [] : [note])].join('\n')}>
        <chakra.span color="ink3">{isMessageKey(screenKey) ? t(screenKey) : screen}</chakra.span> {lines.join(' · ')}
      </span>
    );
  }
  const type = sosTypes.find((known) => known === note);
  if (type) return <>{t(`sosType.${type}`)}</>;
  if (name.startsWith('control.')) {
    const failure = startFailures.find((known) => known === note);
    return (
      <>
        {t(
          failure
            ? `vehicle.start.failed.${failure}`
            : note === 'startClimate'
              ? 'vehicle.start.startClimate'
              : 'vehicle.start.start',
        )}
      </>
    );
  }
  return <span className="num">{note ?? ''}</span>;
}

function fieldText(t: Translate, field: string): string {
  const key = `recordField.${field}`;
  return isMessageKey(key) ? t(key) : field;
}

const numberOf = (r: VehicleStep): number => r.number;
