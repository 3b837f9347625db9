import { chakra } from '@chakra-ui/react';
import { type RollOut, rollOuts, rollOutStates } from '@headland/contracts/roll-out';
import { rollOutListColumns } from '@headland/i18n/columns/roll-outs';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterText } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import { Progress } from '../../ui/progress';
import type { Column } from '../../ui/table';
import { type List, useList } from '../../ui/use-list';
import { RollOutStateLabel } from './roll-out-labels';

/** One program to many vehicles: what is drafted, waits, runs and has ended; a row opens its page. */
export function RollOutList({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const list = useList(rollOuts.list);
  const { columns, phone } = useColumns();
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={15} />}
      onClick={() => void navigate({ to: toRecord('/reProgramRollOutRegi', 0) })}
    >
      {t('rollOut.new')}
    </Button>
  );
  const mayDraft = can(rollOuts.create.allow);
  return (
    <ListPage<RollOut>
      title={t('screen.reProgram')}
      list={list}
      exportAs="rollOuts"
      tabs={tabs}
      actions={mayDraft ? add : undefined}
      filters={<Filters list={list} />}
      table={{ columns, phone, idOf, signature, mark }}
      to={(r) => toRecord('/reProgramRollOut', r.id)}
      empty={{ title: t('rollOut.empty'), text: t('rollOut.emptyText'), action: mayDraft ? add : undefined }}
    />
  );
}

const idOf = (r: RollOut): number => r.id;
const signature = (r: RollOut): string => `${r.state} ${r.wave} ${r.counts.done} ${r.counts.failed}`;
const mark = (r: RollOut): 'raised' | undefined => (r.pausedBy === 'failures' ? 'raised' : undefined);

function Filters({ list: { filter: f, set, reset } }: { list: List<typeof rollOuts.list> }) {
  const { t } = useI18n();
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('rollOut.name')} value={f.name} onApply={(name) => set({ name })} width="200px" />
      <FilterMany
        label={t('rollOut.state')}
        values={f.state}
        options={rollOutStates.map((value) => ({ value, label: t(`rollOutState.${value}`) }))}
        onApply={(state) => set({ state })}
      />
    </FilterBar>
  );
}

function useColumns(): { columns: Column<RollOut>[]; phone: Column<RollOut>[] } {
  const { t, number } = useI18n();
  const c = useListColumns(rollOutListColumns);
  return useMemo(() => {
    const program = (r: RollOut): string => `${r.file.target.toUpperCase()} ${r.file.version}`;
    const progress = (r: RollOut): ReactNode => (
      <chakra.span display="inline-flex" alignItems="center" gap="2" className="num">
        <Progress
          label={t('rollOut.progress')}
          value={r.counts.done}
          begun={r.counts.done + r.counts.underWay}
          most={r.vehicles}
          width="72px"
        />
        {number(r.counts.done)} / {number(r.vehicles)}
      </chakra.span>
    );
    const columns: Column<RollOut>[] = [
      { ...c.name, identity: true, cell: (r) => <b>{r.name}</b> },
      { ...c.state, width: '168px', cell: (r) => <RollOutStateLabel state={r.state} /> },
      { ...c.file, cell: program },
      { ...c.wave, width: '80px', align: 'right' },
      { key: 'progress', title: t('rollOut.progress'), width: '176px', exports: ['vehicles', 'done'], cell: progress },
      { ...c.failed, width: '80px' },
      c.by,
      { ...c.organization, hidden: true },
      { ...c.approvedBy, hidden: true },
      { ...c.createdAt, width: '164px' },
      { ...c.validUntil, width: '164px' },
      { ...c.endedAt, width: '164px', hidden: true },
    ];
    const phone: Column<RollOut>[] = [
      {
        ...c.name,
        cell: (r) => (
          <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
            <b>{r.name}</b>
            <chakra.small display="block" color="ink3">
              {program(r)} · {number(r.counts.done)} / {number(r.vehicles)}
            </chakra.small>
          </chakra.span>
        ),
      },
      { ...c.state, width: '148px', cell: (r) => <RollOutStateLabel state={r.state} /> },
    ];
    return { columns, phone };
  }, [t, number, c]);
}
