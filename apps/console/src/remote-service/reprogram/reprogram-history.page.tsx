import { diagnosis } from '@headland/contracts/diagnosis';
import { flashTargets } from '@headland/contracts/device/flash';
import { type FlashRun, flashRunStates, reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel, programSourceLabel } from '@headland/i18n/flash-labels';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { TextLink } from '../../ui/detail-page';
import { FilterBar, FilterMany, FilterSelect } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { type List, useList } from '../../ui/use-list';
import { WithRecord } from '../../ui/with-record';
import { RunStateLabel } from './flash-labels';
import { RunPanel } from './run-panel';
import { useProgramList } from './use-program-list';

/** Every program that was sent to one vehicle, newest first, the chosen one with its log beside it. */
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
  const { t, number } = useI18n();
  return useMemo(
    () => [
      {
        key: 'offeredAt',
        title: t('reprogram.start'),
        sort: 'offeredAt',
        identity: true,
        width: '164px',
        cell: (r) => <span className="num">{momentText(r.offeredAt)}</span>,
      },
      {
        key: 'duration',
        title: t('reprogram.duration'),
        width: '96px',
        cell: (r) => <Age since={r.offeredAt} until={r.endedAt} />,
      },
      { key: 'target', title: t('reprogram.target'), width: '72px', cell: (r) => r.file.target.toUpperCase() },
      { key: 'file', title: t('reprogram.file'), cell: (r) => r.file.name },
      { key: 'format', title: t('reprogram.format'), width: '72px', yields: true, cell: (r) => `.${r.file.format}` },
      { key: 'source', title: t('reprogram.source'), yields: true, cell: (r) => programSourceLabel(t, r.file) },
      {
        key: 'fromVersion',
        title: t('reprogram.fromVersion'),
        cell: (r) => <span className="num">{r.fromVersion ?? '–'}</span>,
      },
      { key: 'toVersion', title: t('reprogram.toVersion'), cell: (r) => <span className="num">{r.file.version}</span> },
      { key: 'result', title: t('reprogram.result'), width: '120px', cell: (r) => <RunStateLabel state={r.state} /> },
      {
        key: 'reason',
        title: t('reprogram.reason'),
        yields: true,
        cell: (r) => (r.reason === null ? '–' : flashReasonLabel(t, r.reason)),
      },
      {
        key: 'pauses',
        title: t('reprogram.pauses'),
        align: 'right',
        width: '88px',
        yields: true,
        cell: (r) => <span className="num">{number(r.pauses)}</span>,
      },
      { key: 'by', title: t('reprogram.by'), yields: true, cell: (r) => r.by },
      { key: 'organization', title: t('reprogram.organization'), yields: true, cell: (r) => r.organization },
    ],
    [t, number],
  );
}
