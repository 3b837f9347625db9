import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/text';
import { Button } from './button';
import { Page, PageHead } from './panel';
import { Pager } from './pager';
import { SplitView } from './split-view';
import { EmptyState, ErrorState, Skeleton } from './states';
import { Table, type TableProps } from './table';
import type { List } from './use-list';

interface ListPageProps<R> {
  title: string;
  // The list of any endpoint: its rows are what the table takes.
  list: Pick<List<never>, 'page' | 'filtered' | 'reset' | 'openId' | 'open' | 'sort' | 'setSort'> & {
    rows: R[];
    set: (patch: never) => void;
    result: { isPending: boolean; isError: boolean; error: Error | null; data: unknown; refetch: () => Promise<unknown> };
  };
  /** beside the title; default: the total */
  total?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
  filters?: ReactNode;
  table: Omit<TableProps<R>, 'rows' | 'label' | 'selectedId' | 'onOpen' | 'sort' | 'onSort'>;
  /** the open row's panel, or null */
  detail?: ReactNode | null;
  detailWidth?: string;
  /** why a list without filter is empty */
  empty: { title: string; text?: string; action?: ReactNode };
}

/** The life of a list: head, tabs, filters, then skeleton, rows, nothing or an error, and the pages. What was on screen stays while an error shows. */
export function ListPage<R>({ title, list, total, actions, tabs, filters, table, detail = null, detailWidth, empty }: ListPageProps<R>) {
  const { number } = useWords();
  return (
    <Page
      head={
        // where the detail takes the place of the list, it takes that of the list's head, too
        <chakra.div display={{ base: detail ? 'none' : 'contents', xl: 'contents' }}>
          <PageHead title={title} total={total ?? (list.result.data === undefined ? undefined : number(list.page.total))}>
            {actions}
          </PageHead>
          {tabs}
          {filters}
        </chakra.div>
      }
    >
      <SplitView
        {...(detailWidth === undefined ? {} : { width: detailWidth })}
        detail={detail}
        list={<ListBody title={title} list={list} table={table} empty={empty} />}
      />
    </Page>
  );
}

/** Rows, or why there are none, and the pages; for screens whose frame is another. */
export function ListBody<R>({ title, list, table, empty }: Pick<ListPageProps<R>, 'title' | 'list' | 'table' | 'empty'>) {
  const { t } = useWords();
  const { result, rows, page } = list;
  const set = list.set as (patch: { page: number; size: number }) => void;
  const body = result.isPending ? (
    <Skeleton rows={12} />
  ) : result.isError && rows.length === 0 ? (
    <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  ) : rows.length === 0 ? (
    list.filtered ? (
      <EmptyState title={t('common.emptyFilter')} action={<Button onClick={list.reset}>{t('common.reset')}</Button>} />
    ) : (
      <EmptyState {...empty} />
    )
  ) : (
    <Table label={title} rows={rows} selectedId={list.openId} onOpen={(row) => list.open(table.idOf(row))} sort={list.sort} onSort={list.setSort} {...table} />
  );
  return (
    <>
      {result.isError && rows.length > 0 && <ErrorState compact error={result.error} onRetry={() => void result.refetch()} />}
      {body}
      <Pager page={page} onChange={(to) => set(to)} />
    </>
  );
}
