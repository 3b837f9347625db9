import { chakra, Flex } from '@chakra-ui/react';
import { sales, type SaleStep } from '@headland/contracts/sale';
import { isMessageKey } from '@headland/i18n/catalogue';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Search } from '../lib/search';
import { useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { query } from '../session/session';
import { Pager } from '../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { type Column, Table } from '../ui/table';
import { readFilter } from '../ui/use-list';

/** Who changed what of a sale, newest first. The page stands in the address. */
export function SaleHistory({ id }: { id: number }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { filter } = readFilter(sales.history.query, useSearch({ strict: false }) as Search);
  const { data, error, refetch } = useQuery({ ...query(sales.history, { params: { id }, query: filter }), placeholderData: keepPreviousData });
  const columns = useColumns();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (data.rows.length === 0) return <EmptyState title={t('sale.historyEmpty')} />;
  return (
    <Flex direction="column">
      <Table label={t('sale.history')} columns={columns} rows={data.rows} idOf={numberOf} />
      {data.page.total > data.rows.length && (
        <Pager
          page={data.page}
          onChange={({ page, size }) => void navigate({ to: '.', search: { ...(page === 1 ? {} : { page: String(page) }), size: String(size) } as never, replace: true })}
        />
      )}
    </Flex>
  );
}

const numberOf = (step: SaleStep): number => step.number;

function useColumns(): Column<SaleStep>[] {
  const { t } = useWords();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('history.at'),
        width: '172px',
        cell: (r) => (
          <chakra.span className="num" color="ink2">
            {momentText(r.at)}
          </chakra.span>
        ),
      },
      { key: 'changes', title: t('history.change'), cell: (r) => <Changes step={r} /> },
      { key: 'reason', title: t('history.reason'), width: '200px', cell: (r) => <chakra.span whiteSpace="normal">{r.reason ?? '–'}</chakra.span> },
      { key: 'by', title: t('history.who'), width: '160px', cell: (r) => r.by ?? t('history.system') },
    ],
    [t],
  );
}

function Changes({ step }: { step: SaleStep }) {
  const { t } = useWords();
  return (
    <chakra.ul py="2" pl="0" listStyleType="none" display="grid" gap="0.5" whiteSpace="normal">
      {step.changes.map((c) => {
        const key = `recordField.${c.field}`;
        return (
          <li key={c.field}>
            <chakra.span color="ink3">{isMessageKey(key) ? t(key) : c.field} </chakra.span>
            {c.from ?? t('history.nothing')}
            <span aria-hidden> → </span>
            <span className="sr">{t('history.becomes')}</span>
            <chakra.span fontWeight="500">{c.to ?? t('history.nothing')}</chakra.span>
          </li>
        );
      })}
    </chakra.ul>
  );
}
