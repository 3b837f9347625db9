import { chakra, Flex } from '@chakra-ui/react';
import type { ExportList } from '@headland/contracts/export';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { serverTimeOf } from '../lib/clock';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { timeText } from '../lib/time';
import { useMedia } from '../lib/use-media';
import { useAsOf } from '../lib/kept';
import { useOnline } from '../lib/use-online';
import { Button } from './button';
import { ExportButton } from './export-button';
import { HeardTitle, Page, PageHead } from './panel';
import { Pager } from './pager';
import { SplitView } from './split-view';
import { StateMark } from './state-mark';
import { EmptyState, ErrorState, Skeleton } from './states';
import { type Column, Table, type TableProps } from './table';
import { ColumnMenu, exportedColumns, useLayout } from './list-columns';
import { ListViews } from './saved-views/list-views';
import type { List } from './use-list';
import { type Picked, usePicked } from './use-picked';

export interface ListPageProps<R> {
  title: string;
  // The list of any endpoint: its rows are the type of the table.
  list: Pick<
    List<never>,
    'name' | 'view' | 'input' | 'readAt' | 'page' | 'filtered' | 'reset' | 'openId' | 'open' | 'sort' | 'setSort'
  > & {
    rows: R[];
    set: (patch: never) => void;
    result: {
      isPending: boolean;
      isError: boolean;
      isPlaceholderData: boolean;
      fetchStatus: 'fetching' | 'paused' | 'idle';
      error: Error | null;
      data: unknown;
      refetch: () => Promise<unknown>;
    };
  };
  /** beside the title; default: the total */
  total?: ReactNode;
  /** before the Excel button: the keys of a queue */
  hints?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
  filters?: ReactNode;
  /** `phone`: what replaces the columns under 768 px; without it they scroll sideways, the one that names the row stays */
  table: Pick<
    TableProps<R>,
    'columns' | 'idOf' | 'mark' | 'signature' | 'after' | 'totals' | 'jk' | 'unnumbered' | 'reorder'
  > & {
    phone?: readonly Column<R>[];
  };
  /** gives the Excel button: the rows of the present filter, in the shown order and columns */
  exportAs?: ExportList;
  /** the Excel button asks for the purpose: lists of personal data, whose export requires it */
  askPurpose?: boolean;
  /** a row's own page, `(row) => \`/modelDetail/${row.id}\``; without it a row opens its panel, `?id=` */
  to?: (row: R) => string;
  /** makes rows tickable: what can be done with those that are, as buttons: `({ ids, clear }) => <Button …/>` */
  bulk?: (picked: Picked<R>) => ReactNode;
  /** the server counts no further: from there on a total has a + and rows have no number */
  countedTo?: number;
  /** the open row's panel, or null */
  detail?: ReactNode | null;
  detailWidth?: string;
  /** why a list without filter is empty */
  empty: { title: string; text?: string; action?: ReactNode };
}

/**
 * The life of a list: head, tabs, filters, then skeleton, rows, nothing or an error, and the pages. What was on screen stays while an error shows.
 * Numbers, saved views, choice and widths of columns, ticks, keys, the Excel button, order, pages and states are here; a screen gives columns, filters, acts.
 */
export function ListPage<R>(props: ListPageProps<R>) {
  const {
    title,
    list,
    total,
    hints,
    actions,
    tabs,
    filters,
    table,
    exportAs,
    askPurpose,
    countedTo = Infinity,
    detail = null,
    detailWidth,
  } = props;
  const { number } = useI18n();
  const known = `${number(list.page.total)}${list.page.total >= countedTo ? '+' : ''}`;
  return (
    <Page
      head={
        // where the detail replaces the list, it also replaces what is seen of the list's heading
        <>
          {detail && <HeardTitle>{title}</HeardTitle>}
          <chakra.div display={{ base: detail ? 'none' : 'contents', xl: 'contents' }}>
            <PageHead title={title} total={total ?? (list.result.data === undefined ? undefined : known)} tabs={tabs}>
              {hints}
              {exportAs ? (
                <ListExport as={exportAs} list={list} table={table} askPurpose={askPurpose} />
              ) : (
                <ListViews list={list} columns={table.columns} />
              )}
              {actions}
            </PageHead>
            {filters}
          </chakra.div>
        </>
      }
    >
      <SplitView
        {...(detailWidth === undefined ? {} : { width: detailWidth })}
        detail={detail}
        list={<ListBody {...props} beside={Boolean(detail)} />}
      />
    </Page>
  );
}

/** The saved views and the Excel button of a list; for screens whose frame is another. */
export function ListExport<R>({ as, list, table, askPurpose = false, brief = false }: ListExportProps<R>) {
  const { shown } = useLayout(list, table.columns);
  const columns = [...(table.unnumbered ? [] : ['no']), ...exportedColumns(shown)];
  return (
    <>
      <ListViews
        list={list}
        columns={table.columns}
        scheduled={{ list: as, filter: list.input, columns, askPurpose }}
        brief={brief}
      />
      <ExportButton
        list={as}
        filter={list.input}
        columns={columns}
        total={list.page.total}
        askPurpose={askPurpose}
        brief={brief}
      />
    </>
  );
}
interface ListExportProps<R> {
  as: ExportList;
  list: Pick<ListPageProps<R>['list'], 'name' | 'view' | 'openId' | 'input' | 'page'>;
  table: Pick<TableProps<R>, 'columns' | 'unnumbered'>;
  askPurpose?: boolean | undefined;
  /** in a narrow row: the views are an icon */
  brief?: boolean;
}

type BodyProps<R> = Pick<ListPageProps<R>, 'title' | 'list' | 'table' | 'empty' | 'to' | 'bulk' | 'countedTo'> & {
  /** a panel is open beside the list */
  beside?: boolean;
};
/** Rows, or why there are none, and the pages; for screens whose frame is another. */
export function ListBody<R>({
  title,
  list,
  table: { phone, ...table },
  empty,
  to,
  bulk,
  countedTo = Infinity,
  beside = false,
}: BodyProps<R>) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { result, rows, page } = list;
  const set = list.set as (patch: { page: number; size: number }) => void;
  const onPhone = !useMedia('(min-width: 768px)') && phone !== undefined;
  const layout = useLayout(list, table.columns);
  const columns = onPhone ? phone : beside ? layout.shown.filter((c) => !c.yields) : layout.shown;
  const picked = usePicked(
    rows,
    table.idOf,
    list.input,
    list.result.data !== undefined && !list.result.isPlaceholderData,
  );
  const online = useOnline();
  const cutOff = useAsOf() !== null;
  const stale = result.isError || !online || cutOff;
  const retry = (): void => void result.refetch();
  useFocusBack(list.openId);
  const body =
    rows.length > 0 ? (
      <Table
        label={title}
        jk="list"
        {...table}
        columns={columns}
        rows={rows}
        selectedId={list.openId}
        onOpen={(row) => (to ? void navigate({ href: to(row) }) : list.open(table.idOf(row)))}
        hrefOf={to}
        sort={list.sort}
        onSort={list.setSort}
        place={{ ...page, exact: page.total < countedTo }}
        unnumbered={table.unnumbered === true || onPhone}
        selection={bulk && picked}
        widths={onPhone ? {} : layout.widths}
        onWidth={onPhone ? undefined : layout.setWidth}
        stale={stale}
        busy={result.isPlaceholderData}
      />
    ) : result.isError ? (
      <ErrorState error={result.error} onRetry={retry} />
    ) : result.isPending ? (
      // without a line nothing is asked until it is back
      result.fetchStatus === 'paused' ? (
        <ErrorState error={new Problem('NETWORK')} onRetry={retry} />
      ) : (
        <Skeleton rows={12} />
      )
    ) : list.filtered ? (
      <EmptyState title={t('common.emptyFilter')} action={<Button onClick={list.reset}>{t('common.reset')}</Button>} />
    ) : (
      <EmptyState {...empty} />
    );
  return (
    <>
      {result.isError && rows.length > 0 && <ErrorState compact error={result.error} onRetry={retry} />}
      {/* the frame says of when the kept ones are */}
      {stale && !cutOff && rows.length > 0 && <AsOf at={list.readAt} offline={!online} />}
      {bulk && (picked.ids.size > 0 || picked.held) && <BulkBar picked={picked}>{bulk(picked)}</BulkBar>}
      {body}
      <Pager page={page} exact={page.total < countedTo} onChange={(to) => set(to)}>
        {!onPhone && rows.length > 0 && <ColumnMenu layout={layout} />}
      </Pager>
    </>
  );
}

/** What is on the screen is of that moment, not of now. */
function AsOf({ at, offline }: { at: number; offline: boolean }) {
  const { t } = useI18n();
  const time = timeText(serverTimeOf(at));
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      px="4"
      py="1.5"
      flexShrink={0}
      bg="watch.soft"
      color="watch.ink"
      textStyle="dense"
      className="num"
    >
      <StateMark state="watch" size={10} />
      {offline ? t('table.offline', { time }) : t('table.asOf', { time })}
    </Flex>
  );
}

/** How many rows are ticked, and what can be done with them. */
function BulkBar<R>({ picked, children }: { picked: Picked<R>; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <Flex
      role="group"
      aria-label={t('table.bulk')}
      align="center"
      gap="2"
      px="4"
      py="1.5"
      minH="12"
      flexShrink={0}
      wrap="wrap"
      bg="surface"
      borderBottom="1px solid"
      borderColor="line"
    >
      <chakra.span role="status" textStyle="strong" className="num" mr="1">
        {t('table.picked', { n: picked.ids.size })}
      </chakra.span>
      {children}
      <Button kind="quiet" onClick={picked.clear}>
        {t('table.clear')}
      </Button>
    </Flex>
  );
}

/** When the panel is closed, and the focus with it, it goes back to the row that was open. */
export function useFocusBack(openId: number | null): void {
  const last = useRef(openId);
  useEffect(() => {
    const was = last.current;
    last.current = openId;
    if (was !== null && openId === null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-row="${was}"]`)?.focus();
  }, [openId]);
}
