import { diagnosis } from '@headland/contracts/diagnosis';
import { flashTargets } from '@headland/contracts/device/flash';
import { type FlashRun, flashRunStates, reprogram } from '@headland/contracts/reprogram';
import { flashRunListColumns } from '@headland/i18n/columns/flash-runs';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { TextLink } from '../../ui/detail-page';
import { FilterBar, FilterMany, FilterSelect } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { type List, useList } from '../../ui/use-list';
import { WithRecord } from '../../ui/with-record';
import { RunStateLabel } from './flash-labels';
import { RunPanel } from './run-panel';
import { useProgramList } from './use-program-list';

/** All runs of one vehicle, newest first, the selected one with its log beside it. */
export function ReprogramHistoryPage() {
  const list = useProgramList();
  return (
    <WithRecord endpoint={diagnosis.get} list={list}>
      {({ vehicle }) => <History key={vehicle.id} vehicle={vehicle} />}
    </WithRecord>
  );
}

function History({ vehicle }: { vehicle: { id: number; vin: string } }) {
  const { t } = useI18n();
  const list = useList(reprogram.runs, { params: { id: vehicle.id } });
  const columns = useColumns();
  const { openId, open } = list;
  return (
    <ListPage<FlashRun>
      title={`${t('screen.reProgramHistory')} · ${vehicle.vin}`}
      list={list}
      exportAs="flashRuns"
      actions={<TextLink to={toRecord('/reProgramDetail', vehicle.id)}>{t('reprogram.toVehicle')}</TextLink>}
      filters={<Filters list={list} />}
      table={{ columns, idOf, signature }}
      detail={openId === null ? null : <RunPanel key={openId} id={openId} onClose={() => open(null)} />}
      detailWidth="460px"
      empty={{ title: t('reprogram.historyEmpty') }}
    />
  );
}

const idOf = (r: FlashRun): number => r.id;
const signature = (r: FlashRun): string => r.state;

function Filters({ list: { filter: f, set, reset } }: { list: List<typeof reprogram.runs> }) {
  const { t } = useI18n();
  return (
    <FilterBar onReset={reset}>
      <FilterDates label={t('reprogram.start')} of={reprogram.runs.query} filter={f} onApply={set} />
      <FilterSelect
        label={t('reprogram.target')}
        value={f.target}
        options={flashTargets.map((value) => ({ value, label: value.toUpperCase() }))}
        onApply={(value) => set({ target: flashTargets.find((x) => x === value) })}
      />
      <FilterMany
        label={t('reprogram.result')}
        values={f.result}
        options={flashRunStates.map((value) => ({ value, label: t(`flashState.${value}`) }))}
        onApply={(result) => set({ result })}
      />
    </FilterBar>
  );
}

function useColumns(): Column<FlashRun>[] {
  const { t } = useI18n();
  const c = useListColumns(flashRunListColumns);
  return useMemo(
    () => [
      { ...c.offeredAt, identity: true, width: '164px' },
      {
        ...c.duration,
        title: t('reprogram.duration'),
        align: 'left',
        width: '96px',
        cell: (r) => <Age since={r.offeredAt} until={r.endedAt} />,
      },
      { ...c.target, width: '72px' },
      c.file,
      { ...c.format, width: '72px', yields: true },
      { ...c.source, yields: true },
      c.fromVersion,
      c.toVersion,
      { ...c.result, width: '120px', cell: (r) => <RunStateLabel state={r.state} /> },
      { ...c.reason, yields: true },
      { ...c.pauses, width: '88px', yields: true },
      { ...c.by, yields: true },
      { ...c.organization, yields: true },
    ],
    [t, c],
  );
}
