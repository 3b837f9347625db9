import { chakra, Flex } from '@chakra-ui/react';
import { sosCalls, type SosRow } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../lib/text';
import { query } from '../session/session';
import { KeyHints } from '../ui/kbd';
import { Pager } from '../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { Tabs } from '../ui/tabs';
import { useChanged } from '../ui/use-changed';
import type { List } from '../ui/use-list';
import { clockOf } from '../lib/age';
import { SosQueueRow } from './sos-queue-row';

type Tab = 'queue' | 'closed' | 'all';

/** The calls in their order of urgency. It reorders by itself: what matters most is on top, and the selection stays with its call. */
export function SosQueue({ list }: { list: List<typeof sosCalls.list> }) {
  const { t } = useWords();
  const changed = useChanged(list.rows, idOf, versionOf);
  const { data: counts } = useQuery(query(sosCalls.counts, {}));
  const openCount = counts ? counts.raised + counts.acknowledged + counts.dispatched : undefined;
  const tab = list.filter.tab;
  return (
    <Flex direction="column" minH="0" flex="1">
      <Flex px="4" pt="3" align="center" gap="3" minH="12">
        <chakra.h1 textStyle="title">SOS</chakra.h1>
        {openCount !== undefined && <chakra.span color="ink3" textStyle="dense" className="num">{t('sos.open', { n: openCount })}</chakra.span>}
        <chakra.span flex="1" />
        <chakra.span display={{ base: 'none', md: 'inline-flex' }}><KeyHints keys={[[['J', 'K'], t('sos.key.move')], [['A'], t('sos.act.acknowledge')]]} /></chakra.span>
      </Flex>
      <Tabs<Tab>
        label={t('sos.tabs')} value={tab} onChange={(value) => list.set({ tab: value, ...(value === 'queue' ? { from: undefined } : { from: monthAgo() }) })}
        choices={[{ value: 'queue', label: t('sos.tab.queue'), count: openCount }, { value: 'closed', label: t('sos.tab.closed') }, { value: 'all', label: t('common.all') }]}
      />
      <chakra.div role="listbox" aria-label="SOS" flex="1" minH="0" overflowY="auto" borderTop="1px solid" borderColor="line">
        {list.result.isPending ? <Skeleton rows={5} height={96} /> : list.result.isError && list.rows.length === 0 ? (
          <ErrorState error={list.result.error} onRetry={() => void list.result.refetch()} />
        ) : list.rows.length === 0 ? (
          <EmptyState title={t(tab === 'queue' ? 'sos.empty' : 'sos.emptyClosed')} text={tab === 'queue' ? t('sos.emptyText') : undefined} />
        ) : (
          list.rows.map((call) => <SosQueueRow key={call.id} call={call} selected={call.id === list.openId} changed={changed.has(call.id)} onOpen={() => list.open(call.id)} />)
        )}
        {counts && tab === 'queue' && (
          <chakra.p px="4" py="3" textStyle="small" color="ink3" className="num" css={{ '& b': { color: 'var(--ink-2)', fontWeight: 600 } }}>
            {t('sos.today')} <b>{counts.closedToday}</b> · {t('sos.medianAcknowledge')} <b>{median(counts.medianAcknowledgeSeconds)}</b> · {t('sos.medianResolve')} <b>{median(counts.medianResolveSeconds)}</b>
          </chakra.p>
        )}
      </chakra.div>
      {list.page.total > list.page.size && <Pager page={list.page} onChange={(page) => list.set(page)} />}
    </Flex>
  );
}

const median = (seconds: number | null): string => (seconds === null ? '–' : clockOf(Math.round(seconds)));
const monthAgo = (): string => new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) + 'T00:00:00Z';
const idOf = (call: SosRow): number => call.id;
const versionOf = (call: SosRow): number => call.version;
