import { chakra, Flex } from '@chakra-ui/react';
import { type DeviceChange, devices } from '@headland/contracts/device';
import { isMessageKey } from '@headland/i18n/catalogue';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Search } from '../lib/search';
import { type Say, useWords } from '../lib/text';
import { momentText } from '../lib/time';
import { query } from '../session/session';
import { Pager } from '../ui/pager';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { type Column, Table } from '../ui/table';
import { readFilter } from '../ui/use-list';

/** Who changed what of a device and why, field by field, newest first. The page stands in the address. */
export function DeviceHistory({ id }: { id: number }) {
  const { t } = useWords();
  const navigate = useNavigate();
  const { filter } = readFilter(devices.history.query, useSearch({ strict: false }) as Search);
  const { data, error, refetch } = useQuery({ ...query(devices.history, { params: { id }, query: filter }), placeholderData: keepPreviousData });
  const columns = useColumns();
  // the table knows its rows by numbers
  const rows = useMemo(() => data?.rows.map((row, place) => ({ ...row, place })) ?? [], [data]);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={3} />;
  if (rows.length === 0) return <EmptyState title={t('device.history.empty')} text={t('device.history.emptyText')} />;
  return (
    <Flex direction="column">
      <Table label={t('device.history')} columns={columns} rows={rows} idOf={placeOf} />
      <Pager
        page={data.page}
        onChange={({ page, size }) => void navigate({ to: '.', search: { ...(page === 1 ? {} : { page: String(page) }), size: String(size) } as never, replace: true })}
      />
    </Flex>
  );
}

type Row = DeviceChange & { place: number };
const placeOf = (row: Row): number => row.place;

function useColumns(): Column<Row>[] {
  const { t } = useWords();
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('device.history.at'),
        width: '172px',
        cell: (r) => (
          <chakra.span className="num" color="ink2">
            {momentText(r.at)}
          </chakra.span>
        ),
      },
      { key: 'what', title: t('device.history.what'), width: '120px', cell: (r) => whatText(t, r.what) },
      {
        key: 'change',
        title: t('device.history.change'),
        cell: (r) =>
          r.what.startsWith('record.') ? (
            '–'
          ) : (
            <span>
              {valueText(t, r.what, r.from)}
              <span aria-hidden> → </span>
              <span className="sr">{t('history.becomes')}</span>
              <chakra.span fontWeight="500">{valueText(t, r.what, r.to)}</chakra.span>
            </span>
          ),
      },
      { key: 'by', title: t('device.history.by'), width: '140px', cell: (r) => r.by ?? t('device.history.system') },
      {
        key: 'reason',
        title: t('device.history.reason'),
        cell: (r) => (
          <chakra.span display="block" maxW="420px" overflow="hidden" textOverflow="ellipsis" title={r.reason ?? undefined}>
            {r.reason ?? '–'}
          </chakra.span>
        ),
      },
    ],
    [t],
  );
}

/** The type of a device is not the type of an organisation, which has the shorter name. */
const words: Record<string, 'device.type' | 'device.history.created'> = { type: 'device.type', 'record.created': 'device.history.created' };
function whatText(t: Say, what: string): string {
  const own = words[what];
  if (own) return t(own);
  const key = `recordField.${what}`;
  return isMessageKey(key) ? t(key) : what;
}

function valueText(t: Say, what: string, value: string | null): string {
  if (value === null) return t('device.nothing');
  if (what === 'status') {
    const key = `device.status.${value}`;
    return isMessageKey(key) ? t(key) : value;
  }
  return what === 'type' ? t('device.typeN', { n: value }) : value;
}
