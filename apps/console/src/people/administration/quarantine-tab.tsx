import { chakra } from '@chakra-ui/react';
import {
  administration,
  countedTo,
  quarantineReasons,
  type QuarantineRow,
  sameCountedTo,
} from '@headland/contracts/administration';
import { quarantineListColumns } from '@headland/i18n/columns/quarantine';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { BriefTime } from '../../ui/brief-time';
import { FilterBar, FilterText, FilterToggle, NewRows } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { useListColumns } from '../../ui/list-columns';
import { ListPage } from '../../ui/list-page';
import type { Column } from '../../ui/table';
import { Count } from '../../ui/tabs';
import { type List, useList } from '../../ui/use-list';
import { Cut, Faint, Moment, Narrow } from './cells';
import { QuarantinePanel } from './quarantine-panel';
import { growsHere, pollMs } from './use-tail';

const countMs = 10_000;

/** Unreadable messages of devices, with their bytes; new ones wait behind "3 new". */
export function QuarantineTab({ tabs }: { tabs: ReactNode }) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useList(administration.quarantine);
  const { filter: f, set } = list;
  const beside = list.openId !== null;
  const columns = useColumns(beside);
  const grows = growsHere(list);
  const ahead = useQuery({
    ...query(administration.quarantine, { query: { ...f, after: list.rows[0]?.id ?? 0, page: 1, size: 10 } }),
    enabled: grows && list.result.isSuccess && !list.result.isPlaceholderData,
    refetchInterval: pollMs,
    gcTime: 10_000,
  });
  return (
    <ListPage<QuarantineRow>
      title={t('screen.memberHistory')}
      exportAs="quarantine"
      countedTo={countedTo}
      list={list}
      tabs={tabs}
      actions={<NewRows count={grows ? (ahead.data?.page.total ?? 0) : 0} onShow={() => void list.result.refetch()} />}
      filters={
        <>
          <FilterBar onReset={list.reset}>
            <FilterDates label={t('history.period')} of={administration.quarantine.query} filter={f} onApply={set} />
            <FilterText
              label={t('quarantine.topic')}
              value={f.topic}
              onApply={(topic) => set({ topic })}
              width="200px"
            />
            <FilterText label={t('quarantine.device')} value={f.device} onApply={(device) => set({ device })} />
          </FilterBar>
          <Reasons list={list} />
        </>
      }
      table={{ columns, phone: phoneOf(i18n), idOf }}
      detail={
        list.openId === null ? null : (
          <QuarantinePanel key={list.openId} id={list.openId} onClose={() => list.open(null)} />
        )
      }
      detailWidth="600px"
      empty={{ title: t('quarantine.empty'), text: t('quarantine.emptyText') }}
    />
  );
}

const idOf = (row: QuarantineRow): number => row.id;

/** How many for each reason; each is a filter. */
function Reasons({ list: { filter: f, set } }: { list: List<typeof administration.quarantine> }) {
  const { t, number } = useI18n();
  const { from, to, topic, device } = f;
  const { data } = useQuery({
    ...query(administration.quarantineCounts, { query: { from, to, topic, device } }),
    placeholderData: keepPreviousData,
    refetchInterval: countMs,
  });
  const counts = new Map(data?.reasons.map((c) => [c.reason, c.count]));
  const shown = [...counts.keys(), ...quarantineReasons.filter((r) => f.reason.includes(r) && !counts.has(r))];
  const discarded = data?.discarded ?? 0;
  if (shown.length === 0 && discarded === 0) return null;
  return (
    <chakra.div
      role="group"
      aria-label={t('quarantine.reasons')}
      display="flex"
      flexWrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      gap="2"
      px="4"
      pb="2.5"
      flexShrink={0}
    >
      {shown.map((reason) => (
        <FilterToggle
          key={reason}
          on={f.reason.includes(reason)}
          onApply={(on) => set({ reason: on ? [...f.reason, reason] : f.reason.filter((r) => r !== reason) })}
        >
          {t(`quarantineReason.${reason}`)} <Count>{number(counts.get(reason) ?? 0)}</Count>
        </FilterToggle>
      ))}
      {discarded > 0 && (
        <chakra.span alignSelf="center" whiteSpace="nowrap" color="ink2">
          {t('quarantine.discarded', { n: discarded })}
        </chakra.span>
      )}
    </chakra.div>
  );
}

const sameText = ({ number }: I18n, n: number): string => `${number(n)}${n >= sameCountedTo ? '+' : ''}`;

/** Two lines. */
const phoneOf = (i18n: I18n): Column<QuarantineRow>[] => {
  const { t } = i18n;
  return [
    {
      key: 'message',
      title: t('history.tab.quarantine'),
      sort: 'at',
      cell: (r) => (
        <Narrow
          first={
            <>
              <b>{t(`quarantineReason.${r.reason}`)}</b> · {r.device ?? '–'}
            </>
          }
          end={<BriefTime at={r.at} />}
          second={`${r.topic} · ${t('quarantine.bytes', { n: r.bytes })} · ×${sameText(i18n, r.same)}`}
        />
      ),
    },
  ];
};

function useColumns(narrow: boolean): Column<QuarantineRow>[] {
  const i18n = useI18n();
  const { t } = i18n;
  const c = useListColumns(quarantineListColumns);
  return useMemo(
    () => [
      { ...c.at, width: '164px', cell: (r) => <Moment at={r.at} /> },
      { ...c.topic, yields: true, cell: (r) => <Cut width="240px">{r.topic}</Cut> },
      c.device,
      {
        ...c.reason,
        cell: (r) => (
          <chakra.span display="block" maxW={narrow ? '180px' : '320px'} truncate title={r.detail ?? undefined}>
            {t(`quarantineReason.${r.reason}`)} {r.detail !== null && <Faint>{r.detail}</Faint>}
          </chakra.span>
        ),
      },
      { ...c.size, title: t('quarantine.size'), yields: true, cell: (r) => t('quarantine.bytes', { n: r.bytes }) },
      { ...c.same, cell: (r) => <span title={t('quarantine.sameFull')}>×{sameText(i18n, r.same)}</span> },
    ],
    [i18n, t, c, narrow],
  );
}
