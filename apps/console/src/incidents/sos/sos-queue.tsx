import { chakra, Flex } from '@chakra-ui/react';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { clockOf } from '../../lib/age';
import { useI18n } from '../../lib/i18n';
import { useMedia } from '../../lib/use-media';
import { query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { ExportButton } from '../../ui/export-button';
import { HelpButton } from '../../ui/help-button';
import { KeyHints } from '../../ui/key-hints';
import { ListBody, ListExport } from '../../ui/list-page';
import { Pager } from '../../ui/pager';
import { ListViews } from '../../ui/saved-views/list-views';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { useChanged } from '../../ui/use-changed';
import type { List } from '../../ui/use-list';
import { useStartingRange } from '../../ui/use-starting-range';
import { useSosColumns } from './sos-columns';
import { isAsked, resetFilters, SosFilters, startOfTab } from './sos-filters';
import { SosQueueRow } from './sos-queue-row';
import { isOpen } from './sos-labels';
import { usePolling } from './use-polling';

type Tab = 'queue' | 'closed' | 'all';

interface Props {
  list: List<typeof sosAlerts.list>;
  mayAct: boolean;
  /** without a panel beside it: history is read as a table */
  alone: boolean;
}
/** The queue by urgency. It reorders by itself, the most urgent on top; selection and focus stay with their row. */
export function SosQueue({ list, mayAct, alone }: Props) {
  const { t } = useI18n();
  const { tab } = list.filter;
  const changed = useChanged(list.rows, idOf, versionOf);
  const { from } = startOfTab('closed');
  useStartingRange(tab, list.filter, startOfTab(tab), list.set);
  const { data: counts } = useQuery({ ...query(sosAlerts.counts, { query: { from } }), refetchInterval: usePolling() });
  const columns = useSosColumns();
  const asTable = useMedia('(min-width: 768px)') && alone && tab !== 'queue';
  const table = {
    columns,
    idOf,
    signature: versionOf,
    jk: 'own' as const,
    mark: (sos: SosRow) =>
      sos.status === 'raised' ? ('raised' as const) : isOpen(sos) ? undefined : ('quiet' as const),
  };
  const empty = {
    title: t(tab === 'queue' ? 'sos.empty' : tab === 'closed' ? 'sos.emptyClosed' : 'sos.emptyAll'),
    ...(tab === 'queue' ? { text: t('sos.emptyText') } : {}),
  };
  const openCount = counts ? counts.raised + counts.acknowledged + counts.dispatched : undefined;
  const tabStop = list.rows.some((r) => r.id === list.openId) ? list.openId : list.rows[0]?.id;
  return (
    <Flex direction="column" minH="0" minW="0" flex="1">
      <Flex px="4" pt="2" align="center" gap="3" minH="12">
        <chakra.h1 textStyle="title">SOS</chakra.h1>
        {openCount !== undefined && (
          <chakra.span color="ink3" textStyle="dense" className="num" whiteSpace="nowrap">
            {t('sos.open', { n: openCount })}
          </chakra.span>
        )}
        <chakra.span flex="1" />
        {asTable && (
          <KeyHints
            keys={[[['J', 'K'], t('sos.key.move')], ...(mayAct ? [[['A'], t('sos.act.acknowledge')] as const] : [])]}
          />
        )}
        {asTable ? (
          <ListExport as="sos" list={list} table={table} />
        ) : (
          <>
            <ListViews list={list} columns={columns} />
            <ExportButton list="sos" filter={list.input} total={list.page.total} />
          </>
        )}
        <HelpButton />
      </Flex>
      <Tabs<Tab>
        label={t('sos.tabs')}
        value={tab}
        onChange={(value) =>
          list.set({ tab: value, status: undefined, sort: undefined, order: undefined, ...startOfTab(value) })
        }
        choices={[
          { value: 'queue', label: t('sos.tab.queue'), count: openCount },
          { value: 'closed', label: t('sos.tab.closed'), count: counts?.closed },
          { value: 'all', label: t('common.all'), count: counts?.all },
        ]}
      />
      <SosFilters key={tab} list={list} />
      {asTable ? (
        <ListBody
          title={t('screen.sos')}
          list={{ ...list, reset: () => resetFilters(list) }}
          table={table}
          empty={empty}
        />
      ) : (
        <>
          <chakra.div
            flex="1"
            minH="0"
            overflowY="auto"
            borderTop="1px solid"
            borderColor="line"
            display="flex"
            flexDirection="column"
          >
            {list.result.isError && list.rows.length > 0 && (
              <ErrorState compact error={list.result.error} onRetry={() => void list.result.refetch()} />
            )}
            {list.result.isPending ? (
              <Skeleton rows={5} height={96} />
            ) : list.result.isError && list.rows.length === 0 ? (
              <ErrorState error={list.result.error} onRetry={() => void list.result.refetch()} />
            ) : list.rows.length === 0 ? (
              isAsked(list) ? (
                <EmptyState
                  title={t('common.emptyFilter')}
                  action={<Button onClick={() => resetFilters(list)}>{t('common.reset')}</Button>}
                />
              ) : (
                <EmptyState {...empty} />
              )
            ) : (
              <div role="listbox" aria-label={t('sos.tabs')} onKeyDown={moveFocus}>
                {list.rows.map((sos) => (
                  <SosQueueRow
                    key={sos.id}
                    sos={sos}
                    tabStop={sos.id === tabStop}
                    selected={sos.id === list.openId}
                    changed={changed.has(sos.id)}
                    onOpen={() => list.open(sos.id)}
                  />
                ))}
              </div>
            )}
            {counts && tab === 'queue' && (
              <chakra.p
                px="4"
                py="3"
                textStyle="small"
                color="ink3"
                className="num"
                css={{ '& b': { color: 'var(--ink-2)', fontWeight: 600 } }}
              >
                {t('sos.today')} <b>{counts.closedToday}</b> · {t('sos.medianAcknowledge')}{' '}
                <b>{median(counts.medianAcknowledgeSeconds)}</b> · {t('sos.medianResolve')}{' '}
                <b>{median(counts.medianResolveSeconds)}</b>
              </chakra.p>
            )}
          </chakra.div>
          {list.page.total > list.page.size && <Pager page={list.page} onChange={(page) => list.set(page)} />}
        </>
      )}
    </Flex>
  );
}

/** Arrows move the focus; Enter opens the focused row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, to))]?.focus();
}

const median = (seconds: number | null): string => (seconds === null ? '–' : clockOf(Math.round(seconds)));
const idOf = (sos: SosRow): number => sos.id;
const versionOf = (sos: SosRow): number => sos.version;
