import { chakra } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import {
  completedFaultStatuses,
  faults,
  faultStatuses,
  openFaultStatuses,
  severities,
  type FaultRow,
  type FaultStatus,
} from '@headland/contracts/fault';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { isOpenFault, isOverdue } from '@headland/domain/fault';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { momentText } from '../../lib/time';
import { useAction } from '../../ui/use-action';
import { useStill } from '../../lib/use-still';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { useLiveEvents } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { chime } from '../../lib/sound';
import { Button } from '../../ui/button';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { CountedFilters } from '../../ui/counted-filters';
import { KeyHints } from '../../ui/key-hints';
import { ListPage } from '../../ui/list-page';
import { OrganizationFilter } from '../../ui/organization-filter';
import { rangeOf } from '../../ui/period-presets';
import { StateMark } from '../../ui/state-mark';
import { Tabs } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import { useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { useStartingRange } from '../../ui/use-starting-range';
import { BulkAccept } from './bulk-accept';
import { CatalogueTab } from './catalogue-tab';
import { useFaultColumns, usePhoneColumns } from './fault-columns';
import type { FaultAsking } from './fault-actions';
import { FaultPanel } from './fault-panel';

type Tab = 'queue' | 'mine' | 'completed' | 'all';
const statusesOf: Record<Tab, readonly FaultStatus[]> = {
  queue: openFaultStatuses,
  mine: openFaultStatuses,
  completed: completedFaultStatuses,
  all: faultStatuses,
};

/** Completed reports are a long list: it opens with the last 31 days. */
const startOfTab = (tab: Tab) =>
  tab === 'completed' || tab === 'all' ? rangeOf('days31') : { from: undefined, to: undefined };

/** The fault queue by priority, with the open report beside it; for administrators also the fault catalogue. */
export function FaultListPage() {
  const { tab } = useSearch({ strict: false }) as Search;
  const can = useCan();
  return tab === 'catalogue' && can(catalogue.versions.allow) ? (
    <CatalogueTab tabs={<FaultTabs value="catalogue" />} />
  ) : (
    <FaultList />
  );
}

function FaultList() {
  const { t, of } = useI18n();
  const list = useList(faults.list);
  const can = useCan();
  const columns = useFaultColumns(list.openId !== null);
  const phone = usePhoneColumns();
  const now = useNow();
  const [asked, setAsked] = useState<{ id: number | null; what: FaultAsking }>({ id: null, what: null });
  const [announcement, setAnnouncement] = useState('');
  const { data: counts } = useQuery(query(faults.counts, {}));
  const take = useAction(faults.take, { success: t('fault.toast.taken') });
  const { openId, open, rows } = list;
  const mayAct = can(faults.take.allow);
  const selected = rows.find((r) => r.id === openId);
  const canEdit = mayAct && selected !== undefined && isOpenFault(selected.status) ? selected : undefined;
  // R notifies an agency: it acts on what was visible for a moment, not on what has just moved there
  const still = useStill(`${openId} ${selected?.status}`);
  // input for one report is not used for the next
  const asking = asked.id === openId ? asked.what : null;
  const ask = (what: FaultAsking): void => setAsked({ id: openId, what });

  useLiveEvents((event) => {
    if (event.name !== 'fault.occurred' || !('fault' in event.payload)) return;
    const { fault } = event.payload;
    // a report an hour late is history, not news
    if (Date.parse(fault.receivedAt) - Date.parse(fault.occurredAt) >= 3_600_000) return;
    chime(fault.severity === 'critical' ? 2 : 1);
    if (fault.severity === 'critical')
      setAnnouncement(
        t('fault.newRow', {
          severity: t(`severity.${fault.severity}`),
          code: fault.code,
          name: of(fault.name),
          vin: fault.vehicle.vin,
        }),
      );
  });
  const focusRow = (id: number | undefined): void => document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
  const move = (by: 1 | -1): void => {
    const focused = Number((document.activeElement as HTMLElement | null)?.dataset.row ?? openId ?? NaN);
    const at = rows.findIndex((r) => r.id === focused);
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next) return;
    // with an open panel the keys switch reports; without one they only move the focus
    if (openId !== null) open(next.id);
    focusRow(next.id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => canEdit && !take.busy && take.run({ params: { id: canEdit.id }, body: { version: canEdit.version } }),
    c: () =>
      canEdit && (canEdit.status === 'accepted' ? ask('complete') : toast(t('error.FAULT_NOT_ACCEPTED'), 'watch')),
    e: () => canEdit && ask('escalate'),
    r: () => {
      // with what its form has; another agency is chosen before, or after that by the same key
      if (canEdit?.status === 'occurred' && still)
        document.querySelector<HTMLFormElement>('form[data-accepts]')?.requestSubmit();
      if (canEdit?.status !== 'accepted') return;
      ask('reassign');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[name=agencyId]')?.focus());
    },
    m: () => document.querySelector('[data-fault-map]')?.scrollIntoView({ block: 'nearest' }),
  });
  const close = (): void => {
    open(null);
    requestAnimationFrame(() => focusRow(openId ?? undefined));
  };
  const f = list.filter;
  const hasDates = f.tab === 'completed' || f.tab === 'all';
  useStartingRange(f.tab, f, startOfTab(f.tab), list.set);
  // those of every day, in one line with the tabs; the help has all
  const acts = [
    [['A'], t('fault.key.take')],
    [['R'], t('fault.key.accept')],
    [['C'], t('fault.key.complete')],
  ] as const;
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {announcement}
      </div>
      <ListPage<FaultRow>
        title={t('screen.breakdown')}
        list={list}
        total={
          counts && (
            <>
              {t('fault.total', { open: counts.queue })}
              {counts.overdue > 0 && (
                <chakra.span color="now.ink" fontWeight="600">
                  {' '}
                  · {t('fault.totalOverdue', { n: counts.overdue })}
                </chakra.span>
              )}
            </>
          )
        }
        hints={<KeyHints keys={[[['J', 'K'], t('fault.key.move')], ...(mayAct ? acts : [])]} />}
        tabs={<FaultTabs value={f.tab} counts={counts} />}
        filters={
          <FilterBar
            onReset={() => {
              list.reset();
              list.set(startOfTab(f.tab));
            }}
            end={
              f.sort === 'priority' ? undefined : (
                <Button kind="link" icon={<ArrowUp size={14} />} onClick={() => list.setSort('priority', 'asc')}>
                  {t('fault.priority')}
                </Button>
              )
            }
          >
            <FilterText label={t('fault.vin')} value={f.vin} onApply={(vin) => list.set({ vin })} />
            <FilterText label={t('fault.text')} value={f.text} onApply={(text) => list.set({ text })} width="180px" />
            {/* on from the beginning: before those that may wait behind a button */}
            {hasDates && <FilterDates label={t('fault.range')} of={faults.list.query} filter={f} onApply={list.set} />}
            <FilterMany
              label={t('fault.severity')}
              values={f.severity}
              options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
              onApply={(severity) => list.set({ severity })}
            />
            <FilterMany
              label={t('fault.status')}
              values={f.status}
              options={statusesOf[f.tab].map((value) => ({ value, label: t(`faultStatus.${value}`) }))}
              onApply={(status) => list.set({ status })}
            />
            <OrganizationFilter
              label={t('fault.agency')}
              value={f.agencyId}
              onApply={(agencyId) => list.set({ agencyId })}
            />
            <FilterText
              label={t('fault.person')}
              value={f.person}
              onApply={(person) => list.set({ person })}
              width="130px"
            />
            <FilterSelect
              label={t('fault.cleared')}
              value={f.cleared === undefined ? undefined : String(f.cleared)}
              options={[
                { value: 'true', label: t('recordValue.true') },
                { value: 'false', label: t('recordValue.false') },
              ]}
              onApply={(cleared) => list.set({ cleared: cleared as 'true' | 'false' | undefined })}
            />
            <FilterText
              label={t('fault.model')}
              value={f.model}
              onApply={(model) => list.set({ model })}
              width="130px"
            />
            <CountedFilters filter={f} set={list.set} />
            {f.tab !== 'completed' && (
              <FilterToggle
                on={f.overdue === true}
                icon={<StateMark state="now" />}
                onApply={(on) => list.set({ overdue: on ? 'true' : undefined })}
              >
                {t('fault.overdue')}
              </FilterToggle>
            )}
          </FilterBar>
        }
        exportAs="faults"
        table={{
          columns,
          phone,
          idOf: (r) => r.id,
          // beside a report there is no room for a number
          unnumbered: openId !== null,
          jk: 'own',
          signature: (r) => r.version,
          mark: (r) => (isOverdue(r, new Date(now)) ? 'overdue' : !isOpenFault(r.status) ? 'quiet' : undefined),
        }}
        {...(mayAct && !hasDates ? { bulk: (picked: Picked<FaultRow>) => <BulkAccept picked={picked} /> } : {})}
        detail={
          openId === null ? null : (
            <FaultPanel
              key={openId}
              id={openId}
              asking={asking}
              onAsk={ask}
              onClose={close}
              onOpen={(id) => open(id)}
            />
          )
        }
        empty={{
          title: t(
            f.tab === 'mine' ? 'fault.emptyMine' : f.tab === 'completed' ? 'fault.emptyCompleted' : 'fault.empty',
          ),
          text:
            f.tab === 'mine'
              ? t('fault.emptyMineText')
              : counts?.lastAt
                ? t('fault.emptyLast', { time: momentText(counts.lastAt) })
                : t('fault.emptyText'),
        }}
      />
    </>
  );
}

/** The tabs: lists, and the catalogue if permitted; each list has its own filter. */
function FaultTabs({ value, counts }: { value: Tab | 'catalogue'; counts?: Answer<typeof faults.counts> | undefined }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const go = (tab: Tab | 'catalogue'): void =>
    void navigate({
      to: '.',
      replace: true,
      search: (old: Search) => {
        const next = {
          ...(value === 'catalogue' || tab === 'catalogue' ? {} : old),
          ...(tab === 'catalogue' ? {} : startOfTab(tab)),
          tab,
        };
        return Object.fromEntries(
          Object.entries(next).filter(
            ([name, v]) =>
              v !== undefined && name !== 'status' && name !== 'page' && !(name === 'tab' && v === 'queue'),
          ),
        );
      },
    });
  return (
    <Tabs
      label={t('fault.tabs')}
      value={value}
      onChange={go}
      choices={[
        { value: 'queue' as const, label: t('fault.tab.queue'), count: counts?.queue },
        { value: 'mine' as const, label: t('fault.tab.mine'), count: counts?.mine },
        { value: 'completed' as const, label: t('fault.completed') },
        { value: 'all' as const, label: t('common.all') },
        ...(can(catalogue.versions.allow) ? [{ value: 'catalogue' as const, label: t('fault.tab.catalogue') }] : []),
      ]}
    />
  );
}
