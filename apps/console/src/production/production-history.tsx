import { chakra, Flex } from '@chakra-ui/react';
import { production, type ProductionStep } from '@headland/contracts/production';
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

/** Who changed what of a unit, field by field, newest first. The page stands in the address. */
export function ProductionHistory({ id }: { id: number }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { filter } = readFilter(production.history.query, useSearch({ strict: false }) as Search);
  const { data, error, refetch } = useQuery({ ...query(production.history, { params: { id }, query: filter }), placeholderData: keepPreviousData });
  const columns = useColumns();
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (data.rows.length === 0) return <EmptyState title={t('production.historyEmpty')} text={t('production.historyEmptyText')} />;
  return (
    <Flex direction="column">
      <Table label={t('production.history')} columns={columns} rows={data.rows} idOf={numberOf} />
      <Pager
        page={data.page}
        onChange={({ page, size }) => void navigate({ to: '.', search: { ...(page === 1 ? {} : { page: String(page) }), size: String(size) } as never, replace: true })}
      />
    </Flex>
  );
}

const numberOf = (step: ProductionStep): number => step.number;

function useColumns(): Column<ProductionStep>[] {
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
      {
        key: 'what',
        title: t('production.historyWhat'),
        width: '96px',
        cell: (r) => {
          const key = `event.${r.name}`;
          return isMessageKey(key) ? t(key) : r.name;
        },
      },
      { key: 'changes', title: t('history.change'), width: '240px', cell: (r) => <Changes step={r} /> },
      { key: 'reason', title: t('history.reason'), width: '180px', cell: (r) => <chakra.span whiteSpace="normal">{r.reason ?? '–'}</chakra.span> },
      { key: 'by', title: t('history.who'), width: '160px', cell: (r) => r.by ?? t('history.system') },
    ],
    [t],
  );
}

function Changes({ step }: { step: ProductionStep }) {
  const { t } = useWords();
  return (
    <chakra.ul py="2" pl="0" listStyleType="none" display="grid" gap="0.5" whiteSpace="normal">
      {step.changes.map((c) => {
        const key = `recordField.${c.field}`;
        return (
          <li key={c.field}>
            <chakra.span color="ink3">{isMessageKey(key) ? t(key) : c.field} </chakra.span>
            {step.name !== 'record.created' && (
              <>
                {c.from ?? t('production.nothing')}
                <span aria-hidden> → </span>
                <span className="sr">{t('history.becomes')}</span>
              </>
            )}
            <chakra.span fontWeight="500">{c.to ?? t('production.nothing')}</chakra.span>
          </li>
        );
      })}
    </chakra.ul>
  );
}
