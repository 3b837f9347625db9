import { chakra, Flex } from '@chakra-ui/react';
import type { dash } from '@headland/contracts/statistics';
import type { Answer } from '@headland/contracts/endpoint';
import { plusDays } from '@headland/domain/zone-day';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, List } from 'lucide-react';
import { createContext, type ReactNode, use, useId, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { Card } from '../../ui/panel';
import { Bone, ErrorState } from '../../ui/states';
import { useAnswer } from '../../ui/use-answer';

/** Common to all six tiles: the organization, and the day that defines "the last seven". */
export interface TilesOf {
  organizationId: number | undefined;
  today: string;
}
export const TilesContext = createContext<TilesOf>({ organizationId: undefined, today: '' });

type TileEndpoint = (typeof dash)[Exclude<keyof typeof dash, 'now'>];
/** How far the data of a tile is counted. */
interface Reach {
  days?: readonly { day: string }[];
  to?: string;
  counting?: boolean;
}
/** Refetch interval while still being counted. */
const countingMs = 15_000;
/** Refetch interval while the server has not reached the new day. */
const laggingMs = 3_000;

/** The data of a tile, refetched at the member's midnight, and while some is still being counted. */
export function useTile<E extends TileEndpoint>(endpoint: E): UseQueryResult<Answer<E>> {
  const { organizationId, today } = use(TilesContext);
  const asked = { query: organizationId === undefined ? {} : { organizationId } };
  return useAnswer(endpoint, asked, {
    queryKey: [endpoint.path, asked, today],
    staleTime: 300_000,
    refetchInterval: ({ state }) => {
      if (state.data === undefined) return false;
      const { days, to, counting } = state.data as Reach;
      if ((to ?? days?.at(-1)?.day) !== plusDays(today, -1)) return laggingMs;
      return counting === true ? countingMs : false;
    },
  });
}

/** The link of a tile, if its reader may follow it. */
export interface Door {
  to: string;
  search: Record<string, string | undefined>;
}

interface TileProps<T> {
  title: string;
  door: Door | null;
  result: UseQueryResult<T>;
  /** the total, and the difference to the seven days before */
  head: (data: T) => ReactNode;
  chart: (data: T) => ReactNode;
  /** the same data as rows: header and cells */
  table: (data: T) => { columns: readonly string[]; rows: readonly (readonly string[])[] };
  foot?: (data: T) => ReactNode;
}
/** One tile: total, chart or table, and notes. A tile that fails to load shows its own error. */
export function Tile<T extends object>({ title, door, result, head, chart, table, foot }: TileProps<T>) {
  const { t } = useI18n();
  const [asTable, setAsTable] = useState(false);
  const heading = useId();
  const { data, error, refetch } = result;
  return (
    <Card
      as="section"
      aria-labelledby={heading}
      aria-busy={result.isFetching}
      display="flex"
      flexDirection="column"
      px="4"
      py="3"
      minH={{ md: '264px' }}
    >
      <Flex as="header" align="center" gap="2">
        <chakra.h3 id={heading} textStyle="strong" flex="1">
          {door ? (
            <chakra.span _hover={{ color: 'accent', textDecoration: 'underline' }}>
              <Link to={door.to} search={door.search}>
                {title}
              </Link>
            </chakra.span>
          ) : (
            title
          )}
        </chakra.h3>
        {data && (
          <IconButton
            label={t(asTable ? 'dash.asChart' : 'dash.asTable', { title })}
            icon={<List size={16} aria-hidden />}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            mr="-2"
          />
        )}
      </Flex>
      {data ? (
        <>
          <Flex align="baseline" gap="2.5" wrap="wrap">
            {head(data)}
          </Flex>
          {'counting' in data && data.counting === true && (
            <chakra.p role="status" textStyle="small" color="ink2">
              {t('dash.counting')}
            </chakra.p>
          )}
          <Flex direction="column" flex="1" justify="center" py="2" minW="0">
            {asTable ? <DataTable caption={title} {...table(data)} /> : chart(data)}
          </Flex>
          {foot && (
            <chakra.div
              textStyle="dense"
              color="ink2"
              borderTop="1px solid"
              borderColor="line"
              pt="2"
              className="num"
              css={footCss}
            >
              {foot(data)}
            </chakra.div>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Flex direction="column" gap="3" pt="3" flex="1" role="status" aria-label={t('common.loading')}>
          <Bone width="40%" height={28} />
          <Bone width="100%" height={140} />
        </Flex>
      )}
    </Card>
  );
}

/** The total with its unit. */
export function Total({ text, unit }: { text: string; unit: string }) {
  return (
    <chakra.span whiteSpace="nowrap">
      <chakra.b textStyle="figure" className="num">
        {text}
      </chakra.b>
      <chakra.span textStyle="small" color="ink3" ml="1.5">
        {unit}
      </chakra.span>
    </chakra.span>
  );
}

/** Difference to the seven days before; nothing if one of the two is unknown. */
export function Difference({
  now,
  before,
  unit,
  digits = 0,
}: {
  now: number | null;
  before: number | null;
  unit: string;
  digits?: number;
}) {
  const { t, number } = useI18n();
  if (now === null || before === null) return null;
  const by = Number((now - before).toFixed(digits));
  const amount = `${number(Math.abs(by), digits)} ${unit}`.trim();
  const text = t(by === 0 ? 'dash.same' : by > 0 ? 'dash.more' : 'dash.less', { amount });
  return (
    <Flex as="span" align="center" gap="0.5" textStyle="dense" color="ink2" title={text}>
      <span className="sr">{text}</span>
      <Flex as="span" aria-hidden align="center" gap="0.5" className="num">
        {by > 0 ? <ArrowUp size={13} /> : by < 0 ? <ArrowDown size={13} /> : '±'}
        {amount}
      </Flex>
    </Flex>
  );
}

export function DataTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <chakra.div overflowX="auto" tabIndex={0} role="group" aria-label={caption}>
      <chakra.table w="full" textStyle="dense" className="num" css={tableCss}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((c, i) => (
              <th key={i} scope="col">
                {c}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, i) => (
            <tr key={i}>
              {cells.map((cell, k) =>
                k === 0 ? (
                  <th key={k} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={k}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const footCss = { '& b': { fontWeight: 600, color: 'var(--ink)' }, '& a': { color: 'var(--accent)' } } as const;
const tableCss = {
  borderCollapse: 'collapse',
  '& th, & td': {
    padding: '3px 8px',
    textAlign: 'right',
    borderBottom: '1px solid var(--line)',
    fontWeight: 400,
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& thead th': { color: 'var(--ink-3)' },
} as const;
