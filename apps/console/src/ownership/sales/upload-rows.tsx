import { chakra, Flex } from '@chakra-ui/react';
import {
  type CellError,
  type PreviewRow,
  type SaleColumn,
  saleColumns,
  type SaleUpload,
  sales,
} from '@headland/contracts/sale';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Translate, useI18n } from '../../lib/i18n';
import { useMedia } from '../../lib/use-media';
import { query } from '../../lib/session/session';
import { FilterSelect } from '../../ui/filter-bar';
import { Pager } from '../../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Segmented } from '../../ui/tabs';
import { BadCell, cellErrorText } from '../../ui/workbook/bad-cell';

type Only = 'all' | 'errors';

/** The rows of a checked workbook, invalid ones first: the value of each cell, and its error as a text. */
export function UploadRows({ upload: { id, state, total, rowsInError } }: { upload: SaleUpload }) {
  const { t } = useI18n();
  const bad = state === 'errors';
  const [only, setOnly] = useState<Only>(bad ? 'errors' : 'all');
  const [column, setColumn] = useState<SaleColumn | undefined>();
  const [page, setPage] = useState({ page: 1, size: 20 });
  const { data, error, refetch } = useQuery({
    ...query(sales.uploadRows, {
      params: { id },
      query: { ...page, only, ...(column === undefined ? {} : { column }) },
    }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(bad);
  const first = (change: () => void): void => {
    change();
    setPage({ ...page, page: 1 });
  };
  return (
    <>
      {bad && (
        <Flex px="4" py="2" gap="3" align="center" wrap="wrap" flexShrink={0}>
          <Segmented<Only>
            label={t('sale.rowsShown')}
            value={column === undefined ? only : 'errors'}
            onChange={(value) =>
              first(() => {
                setOnly(value);
                if (value === 'all') setColumn(undefined);
              })
            }
            choices={[
              { value: 'errors', label: t('sale.rowsBad'), count: rowsInError },
              { value: 'all', label: t('common.all'), count: total ?? undefined },
            ]}
          />
          <FilterSelect
            label={t('sale.badColumn')}
            value={column}
            options={saleColumns.map((value) => ({ value, label: t(`sale.column.${value}`) }))}
            onApply={(value) => first(() => setColumn(saleColumns.find((c) => c === value)))}
          />
        </Flex>
      )}
      <Flex direction="column" flex="1" minH="0" borderTop={bad ? '1px solid' : undefined} borderColor="line">
        {!data ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={10} />
          )
        ) : data.rows.length === 0 ? (
          <EmptyState title={t('sale.noBadThere')} />
        ) : (
          <Table label={t('workbook.step.preview')} columns={columns} rows={data.rows} idOf={rowOf} unnumbered />
        )}
      </Flex>
      {data && <Pager page={data.page} onChange={setPage} />}
    </>
  );
}

const rowOf = (r: PreviewRow): number => r.row;

function useColumns(bad: boolean): Column<PreviewRow>[] {
  const { t } = useI18n();
  const phone = !useMedia('(min-width: 768px)');
  return useMemo(() => {
    const row: Column<PreviewRow> = {
      key: 'row',
      title: t('workbook.row'),
      align: 'right',
      width: '64px',
      identity: true,
      cell: (r) => <span className="num">{r.row}</span>,
    };
    if (phone) return [row, { key: 'vin', title: t('sale.column.vin'), cell: (r) => <Narrow row={r} /> }];
    const cells = saleColumns.map((key): Column<PreviewRow> => ({
      key,
      title: t(`sale.column.${key}`),
      cell: (r) => <Cell row={r} column={key} />,
    }));
    return bad
      ? [
          row,
          ...cells,
          { key: 'errors', title: t('workbook.whatIsWrong'), width: '260px', cell: (r) => <Errors row={r} /> },
        ]
      : [row, ...cells];
  }, [t, bad, phone]);
}

function Cell({ row: r, column }: { row: PreviewRow; column: SaleColumn }) {
  const { t } = useI18n();
  const error = r.errors.find((e) => e.column === column);
  if (!error)
    return (
      // a long memo leaves what is wrong in sight
      <chakra.span className="num" display="block" maxW="140px" truncate title={r.cells[column]}>
        {r.cells[column] || '–'}
      </chakra.span>
    );
  return <BadCell value={r.cells[column]} title={textOf(t, error)} />;
}

function Errors({ row }: { row: PreviewRow }) {
  const { t } = useI18n();
  return (
    <chakra.ul m="0" p="0" py="1" listStyleType="none" whiteSpace="normal" minW={{ md: '260px' }}>
      {row.errors.map((e) => (
        <li key={e.column}>
          <chakra.span color="ink3">{t(`sale.column.${e.column}`)} </chakra.span>
          {textOf(t, e)}
        </li>
      ))}
    </chakra.ul>
  );
}

/** What a phone has room for: the vehicle, and below it what is wrong or what is to be saved. */
const Narrow = ({ row }: { row: PreviewRow }) => (
  <chakra.span display="block" py="1.5" lineHeight="19px" whiteSpace="normal">
    <Cell row={row} column="vin" />
    <chakra.small display="block" color="ink2">
      {row.errors.length > 0 ? (
        <Errors row={row} />
      ) : (
        [row.cells.soldOn, row.cells.dealer, row.cells.customer].filter((c) => c !== '').join(' · ')
      )}
    </chakra.small>
  </chakra.span>
);

const textOf = (t: Translate, error: CellError): string => cellErrorText(t, error, t(`sale.column.${error.column}`));
