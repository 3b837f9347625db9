import { chakra, Flex } from '@chakra-ui/react';
import { type RollOutDetail, type RollOutVehicle, rollOuts, rollOutVehicleStates } from '@headland/contracts/roll-out';
import { rollOutVehicleListColumns } from '@headland/i18n/columns/roll-out-vehicles';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { DetailCard, TextLink } from '../../ui/detail-page';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListBody, ListExport } from '../../ui/list-page';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { RunStateLabel } from '../reprogram/flash-labels';
import { VehicleStateLabel } from './roll-out-labels';

/** Every vehicle in its wave: where it is, what it waits for, and its run. */
export function RollOutVehicles({ rollOut: r, every }: { rollOut: RollOutDetail; every: number | false }) {
  const { t } = useI18n();
  const list = useList(rollOuts.vehicles, { params: { id: r.id }, refetchInterval: every });
  const { columns, phone } = useColumns();
  const table = { columns, phone, idOf, signature };
  const { filter: f, set, reset } = list;
  return (
    <DetailCard
      title={t('rollOut.vehicles')}
      count={list.page.total}
      actions={<ListExport as="rollOutVehicles" list={list} table={table} />}
      wide
      flush
    >
      <FilterBar onReset={reset}>
        <FilterText label={t('rollOut.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="190px" />
        <FilterMany
          label={t('rollOut.wave')}
          values={f.wave.map(String)}
          options={r.waveList.map((w) => ({ value: String(w.number), label: t('rollOut.waveN', { n: w.number }) }))}
          onApply={(wave) => set({ wave })}
        />
        <FilterMany
          label={t('rollOut.state')}
          values={f.state}
          options={rollOutVehicleStates.map((value) => ({ value, label: t(`rollOutVehicle.${value}`) }))}
          onApply={(state) => set({ state })}
        />
      </FilterBar>
      <Flex direction="column" minH="0">
        <ListBody<RollOutVehicle>
          title={t('rollOut.vehicles')}
          list={list}
          table={table}
          to={pageOf}
          empty={{ title: t('rollOut.noVehicles') }}
        />
      </Flex>
    </DetailCard>
  );
}

const idOf = (v: RollOutVehicle): number => v.id;
const signature = (v: RollOutVehicle): string => `${v.state} ${v.reason} ${v.run?.state}`;
/** Its run with its log where there is one; else where it would be programmed. */
const pageOf = (v: RollOutVehicle): string =>
  v.run === null ? toRecord('/reProgramDetail', v.id) : `${toRecord('/reProgramHistory', v.id)}?id=${v.run.id}`;

function useColumns(): { columns: Column<RollOutVehicle>[]; phone: Column<RollOutVehicle>[] } {
  const { t } = useI18n();
  const c = useListColumns(rollOutVehicleListColumns);
  return useMemo(() => {
    const columns: Column<RollOutVehicle>[] = [
      { ...c.vin, identity: true, width: '184px', cell: (v) => <b>{v.vin}</b> },
      { ...c.wave, width: '80px' },
      { ...c.state, width: '128px', cell: (v) => <VehicleStateLabel state={v.state} /> },
      { ...c.reason, width: '280px' },
      { ...c.run, width: '176px', cell: (v) => <Run vehicle={v} /> },
      c.model,
      c.dealer,
      {
        ...c.online,
        width: '120px',
        cell: (v) => (
          <StateLabel state={v.online ? 'normal' : 'off'}>
            {t(v.online ? 'rollOut.online' : 'rollOut.offline')}
          </StateLabel>
        ),
      },
      { ...c.attempts, width: '80px' },
      { ...c.triedAt, width: '164px' },
      { ...c.endedAt, width: '164px', hidden: true },
    ];
    const phone: Column<RollOutVehicle>[] = [
      {
        ...c.vin,
        cell: (v) => (
          <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
            <b className="num">{v.vin}</b>
            <chakra.small display="block" color="ink3">
              {t('rollOut.waveN', { n: v.wave })} · {v.model}
            </chakra.small>
          </chakra.span>
        ),
      },
      {
        ...c.state,
        width: '168px',
        cell: (v) => (
          <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
            <VehicleStateLabel state={v.state} />
            {v.reason !== null && (
              <chakra.small display="block" color="ink2">
                {c.reason.cell(v)}
              </chakra.small>
            )}
          </chakra.span>
        ),
      },
    ];
    return { columns, phone };
  }, [t, c]);
}

/** The state of its newest run, with its progress. */
function Run({ vehicle: { id, run } }: { vehicle: RollOutVehicle }) {
  if (run === null) return <>–</>;
  const far =
    run.state === 'programming'
      ? Math.round(run.progress * 100)
      : run.blocks === 0
        ? 0
        : Math.floor((run.blocksThere * 100) / run.blocks);
  const moves = run.state === 'transferring' || run.state === 'paused' || run.state === 'programming';
  return (
    <chakra.span display="inline-flex" gap="2" alignItems="center" onClick={(e) => e.stopPropagation()}>
      <TextLink to={toRecord('/reProgramDetail', id)}>
        <RunStateLabel state={run.state} />
      </TextLink>
      {moves && (
        <chakra.span className="num" color="ink3">
          {far} %
        </chakra.span>
      )}
    </chakra.span>
  );
}
