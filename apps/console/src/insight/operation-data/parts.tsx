import { chakra, Flex } from '@chakra-ui/react';
import type { ListLink } from '@headland/domain/operation-links';
import { Link } from '@tanstack/react-router';
import { List } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { IconButton } from '../../ui/button';
import { Card } from '../../ui/panel';

/** A figure that leads to its list, if its reader may read that. */
export function Linked({ to, children }: { to: ListLink | null | undefined; children: ReactNode }) {
  return to ? (
    <chakra.span color="accent" _hover={{ textDecoration: 'underline' }}>
      <Link to={to.to} search={to.search}>
        {children}
      </Link>
    </chakra.span>
  ) : (
    <>{children}</>
  );
}

export interface Headline {
  title: string;
  value: string;
  unit?: string;
  before?: string;
  note?: string;
  to?: ListLink | null;
}
/** The key figures of a period, each with that of the period before. */
export function Headlines({ figures, note }: { figures: readonly Headline[]; note: string }) {
  const { t } = useI18n();
  return (
    <chakra.section aria-label={t('operation.figures')}>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: 'repeat(2, minmax(0,1fr))', lg: 'repeat(auto-fit, minmax(140px, 1fr))' }}
        gap="2"
      >
        {figures.map(({ title, value, unit, before, note: more, to }) => (
          <Card as="div" key={title} px="3" py="2">
            <chakra.dt textStyle="small" color="ink2">
              {title}
            </chakra.dt>
            <chakra.dd className="num">
              <chakra.b textStyle="head">
                <Linked to={to}>{value}</Linked>
              </chakra.b>
              {unit !== undefined && value !== '–' && <span className="unit">{unit}</span>}
              {before !== undefined && (
                <chakra.span display="block" textStyle="small" color="ink3">
                  {t('operation.before', { value: before })}
                </chakra.span>
              )}
              {more !== undefined && (
                <chakra.span display="block" textStyle="small" color="ink2">
                  {more}
                </chakra.span>
              )}
            </chakra.dd>
          </Card>
        ))}
      </chakra.dl>
      <chakra.p textStyle="small" color="ink3" pt="1">
        {note}
      </chakra.p>
    </chakra.section>
  );
}

export interface Bar {
  key: string;
  name: string;
  value: number;
  to: ListLink | null;
}
interface ChartProps {
  title: string;
  chart: ReactNode;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}
/** A chart, and the same figures as a table. */
export function Chart({ title, chart, columns, rows }: ChartProps) {
  const { t } = useI18n();
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <Card as="section" aria-labelledby={heading} px="4" py="2" minW="0">
      <Flex align="center">
        <chakra.h2 id={heading} textStyle="strong" flex="1">
          {title}
        </chakra.h2>
        <IconButton
          label={t(asTable ? 'operation.asChart' : 'operation.asTable', { title })}
          icon={<List size={16} aria-hidden />}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
      </Flex>
      <chakra.div maxH="220px" overflow="auto" tabIndex={0} role="group" aria-labelledby={heading}>
        {rows.length === 0 ? (
          <chakra.p color="ink3">{t('operation.nothing')}</chakra.p>
        ) : asTable ? (
          <chakra.table w="full" textStyle="dense" className="num" css={tableCss}>
            <thead>
              <tr>
                {columns.map((c) => (
                  <th key={c} scope="col">
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
        ) : (
          chart
        )}
      </chakra.div>
    </Card>
  );
}

/** Names with a bar each, relative to the greatest. */
export function Breakdown({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const { t, number } = useI18n();
  const most = Math.max(1, ...bars.map((b) => b.value));
  const value = (b: Bar) => <Linked to={b.to}>{number(b.value)}</Linked>;
  return (
    <Chart
      title={title}
      columns={[t('operation.name'), t('operation.count')]}
      rows={bars.map((b) => [b.name, value(b)])}
      chart={
        <chakra.ul listStyleType="none" textStyle="dense" className="num">
          {bars.map((b) => (
            <Flex as="li" key={b.key} align="center" gap="3" minH="7">
              <chakra.span flex="1" minW="0" truncate title={b.name}>
                {b.name}
              </chakra.span>
              <chakra.span w="35%" aria-hidden>
                <chakra.span
                  data-own-colours
                  display="block"
                  h="6px"
                  bg="normal.fill"
                  opacity=".65"
                  style={{ width: `${(b.value / most) * 100}%` }}
                />
              </chakra.span>
              <chakra.span minW="12" textAlign="right">
                {value(b)}
              </chakra.span>
            </Flex>
          ))}
        </chakra.ul>
      }
    />
  );
}

export const Charts = chakra('div', {
  base: { display: 'grid', gap: '3', gridTemplateColumns: { base: 'minmax(0,1fr)', lg: 'repeat(2, minmax(0,1fr))' } },
});

const tableCss = {
  borderCollapse: 'collapse',
  '& th, & td': { padding: '3px 8px', textAlign: 'right', borderBottom: '1px solid var(--line)', fontWeight: 400 },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& thead th': { color: 'var(--ink-3)' },
} as const;
