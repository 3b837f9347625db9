import { chakra } from '@chakra-ui/react';
import { faults, type FaultRow } from '@headland/contracts/fault';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { isOpenFault, isOverdue } from '@headland/domain/fault';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFromNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { momentText } from '../../lib/time';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { KeyHints } from '../../ui/key-hints';
import { ListPage } from '../../ui/list-page';
import { useList } from '../../ui/use-list';
import type { Picked } from '../../ui/use-picked';
import { useStartingRange } from '../../ui/use-starting-range';
import { BulkAccept } from './bulk-accept';
import { CatalogueTab } from './catalogue-tab';
import { useFaultColumns, usePhoneColumns } from './fault-columns';
import type { FaultAsking } from './fault-actions';
import { FaultFilters } from './fault-filters';
import { FaultPanel } from './fault-panel';
import { FaultTabs, hasDates, startOfTab } from './fault-tabs';
import { useFaultChime } from './use-fault-chime';
import { focusRow, useFaultKeys } from './use-fault-keys';

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
  const { t } = useI18n();
  const list = useList(faults.list);
  const can = useCan();
  const columns = useFaultColumns(list.openId !== null);
  const phone = usePhoneColumns();
  const overdue = useFromNow((now) =>
    list.rows
      .filter((r) => isOverdue(r, new Date(now)))
      .map((r) => r.id)
      .join(),
  ).split(',');
  const [asked, setAsked] = useState<{ id: number | null; what: FaultAsking }>({ id: null, what: null });
  const announcement = useFaultChime();
  const { data: counts } = useQuery(query(faults.counts, {}));
  const take = useAction(faults.take, { success: t('fault.toast.taken') });
  const { openId, open } = list;
  const mayAct = can(faults.take.allow);
  // input for one report is not used for the next
  const asking = asked.id === openId ? asked.what : null;
  const ask = (what: FaultAsking): void => setAsked({ id: openId, what });

  useFaultKeys(list, {
    mayAct,
    take: ({ id, version }) => {
      if (!take.busy) take.run({ params: { id }, body: { version } });
    },
    ask,
  });
  const close = (): void => {
    open(null);
    requestAnimationFrame(() => focusRow(openId ?? undefined));
  };
  const f = list.filter;
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
        filters={<FaultFilters list={list} />}
        exportAs="faults"
        table={{
          columns,
          phone,
          idOf: (r) => r.id,
          // beside a report there is no room for a number
          unnumbered: openId !== null,
          jk: 'own',
          signature: (r) => r.version,
          mark: (r) => (overdue.includes(String(r.id)) ? 'overdue' : !isOpenFault(r.status) ? 'quiet' : undefined),
        }}
        {...(mayAct && !hasDates(f.tab) ? { bulk: (picked: Picked<FaultRow>) => <BulkAccept picked={picked} /> } : {})}
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
