import { chakra } from '@chakra-ui/react';
import { faults, faultStatuses, severities, type FaultRow } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import { isOverdue } from '@headland/domain/fault';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNow } from '../lib/clock';
import { useAct } from '../lib/use-act';
import { useKeys } from '../lib/use-keys';
import { useWords } from '../lib/text';
import { useLiveEvents } from '../live/live';
import { query, useCan } from '../session/session';
import { chime } from '../shell/sound';
import { Button } from '../ui/button';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../ui/filter-bar';
import { KeyHints } from '../ui/kbd';
import { ListPage } from '../ui/list-page';
import { StateMark } from '../ui/state-mark';
import { Tabs } from '../ui/tabs';
import { useList } from '../ui/use-list';
import { useFaultColumns } from './fault-columns';
import { FaultPanel, type FaultAsking } from './fault-panel';

type Tab = 'queue' | 'mine' | 'completed' | 'all';

/** The fault queue in its order of priority, the open report beside it. */
export function FaultListPage() {
  const { t } = useWords();
  const list = useList(faults.list);
  const can = useCan();
  const columns = useFaultColumns();
  const now = useNow();
  const [asking, ask] = useState<FaultAsking>(null);
  const { data: counts } = useQuery(query(faults.counts, {}));
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const take = useAct(faults.take, { said: t('fault.said.taken') });
  const selected = list.rows.find((r) => r.id === list.openId);
  const mayAct = can(faults.take.allow) && selected !== undefined && selected.status !== 'completed';

  useLiveEvents((event) => {
    if (event.name !== 'fault.occurred' || !('fault' in event.payload)) return;
    const { severity, occurredAt, receivedAt } = event.payload.fault;
    // what comes an hour late is history, not news
    if (Date.parse(receivedAt) - Date.parse(occurredAt) < 3_600_000) chime(severity === 'critical' ? 2 : 1);
  });
  useKeys({
    a: () => mayAct && take.run({ params: { id: selected.id } }),
    c: () => mayAct && ask('complete'),
    e: () => mayAct && ask('escalate'),
    r: () => mayAct && document.querySelector<HTMLElement>('[name=agencyId]')?.focus(),
  });
  const agencies = useMemo(() => tree.filter((o) => o.type === 'AGENCY' || o.type === 'DEALER' || o.type === 'REGION').map((o) => ({ value: String(o.id), label: o.name })), [tree]);
  const f = list.filter;
  return (
    <ListPage<FaultRow>
      title={t('screen.breakdown')}
      list={list}
      total={counts && t('fault.total', { open: counts.queue, overdue: counts.overdue })}
      actions={
        <chakra.span display={{ base: 'none', lg: 'inline-flex' }}>
          <KeyHints keys={[[['J', 'K'], t('fault.key.move')], [['A'], t('fault.key.take')], [['R'], t('fault.key.accept')], [['C'], t('fault.key.complete')], [['E'], t('fault.key.escalate')]]} />
        </chakra.span>
      }
      tabs={
        <Tabs<Tab>
          label={t('fault.tabs')} value={f.tab} onChange={(tab) => list.set({ tab, from: tab === 'completed' || tab === 'all' ? monthAgo() : undefined })}
          choices={[{ value: 'queue', label: t('fault.tab.queue'), count: counts?.queue }, { value: 'mine', label: t('fault.tab.mine'), count: counts?.mine }, { value: 'completed', label: t('fault.tab.completed') }, { value: 'all', label: t('common.all') }]}
        />
      }
      filters={
        <FilterBar onReset={list.reset} end={f.sort === 'priority' ? undefined : <Button kind="link" icon={<ArrowUp size={14} />} onClick={() => list.setSort('priority', 'asc')}>{t('fault.priority')}</Button>}>
          <FilterText label={t('fault.vin')} value={f.vin} onApply={(vin) => list.set({ vin })} />
          <FilterText label={t('fault.text')} value={f.text} onApply={(text) => list.set({ text })} width="180px" />
          <FilterMany label={t('fault.severity')} values={f.severity} options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))} onApply={(severity) => list.set({ severity })} />
          {f.tab !== 'completed' && <FilterMany label={t('fault.status')} values={f.status} options={faultStatuses.map((value) => ({ value, label: t(`faultStatus.${value}`) }))} onApply={(status) => list.set({ status })} />}
          <FilterSelect label={t('fault.agency')} value={f.agencyId === undefined ? undefined : String(f.agencyId)} options={agencies} onApply={(agencyId) => list.set({ agencyId: agencyId === undefined ? undefined : Number(agencyId) })} />
          <FilterToggle on={f.overdue === true} icon={<StateMark state="now" />} onApply={(on) => list.set({ overdue: on ? 'true' : undefined })}>{t('fault.overdue')}</FilterToggle>
        </FilterBar>
      }
      table={{
        columns, idOf: (r) => r.id, signature: (r) => r.version, vi: true,
        mark: (r) => (isOverdue(r, new Date(now)) ? 'overdue' : r.status === 'completed' ? 'quiet' : undefined),
      }}
      detail={list.openId === null ? null : <FaultPanel key={list.openId} id={list.openId} asking={asking} onAsk={ask} onClose={() => list.open(null)} onOpen={(id) => list.open(id)} />}
      empty={{ title: t('fault.empty'), text: t('fault.emptyText') }}
    />
  );
}

const monthAgo = (): string => `${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
