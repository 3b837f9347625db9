import { chakra, Flex } from '@chakra-ui/react';
import { type FaultRow, faults } from '@headland/contracts/fault';
import { sosCalls, type SosRow } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/text';
import { query } from '../session/session';
import { Age } from '../ui/age';
import { Card } from '../ui/panel';
import { StateMark, stateOfSeverity } from '../ui/state-mark';
import { ErrorState, Skeleton } from '../ui/states';
import { StatusChip } from '../ui/status-chip';
import { useChanged } from '../ui/use-changed';

const most = 20;

/** The open calls in their order of urgency, as in the queue. */
export function OpenSos() {
  const { t, of } = useWords();
  const result = useQuery(query(sosCalls.list, { query: { tab: 'queue', size: most } }));
  const rows = result.data?.rows ?? none;
  const changed = useChanged(rows, idOf, versionOf);
  return (
    <ShortList title={t('dash.openSos')} to="/sos" total={result.data?.page.total} result={result} empty={t('dash.noSos')} grow="0 1 auto">
      {rows.map((r: SosRow) => (
        <Row key={r.id} to="/sos" id={r.id} changed={changed.has(r.id)} urgent={r.status === 'raised' && !r.late}>
          <Flex gap="2" align="center">
            <StatusChip state={r.status === 'raised' ? 'now' : r.status === 'acknowledged' ? 'today' : 'normal'} solid={r.status === 'raised' && !r.late}>
              {t(`sosStatus.${r.status}`)}
            </StatusChip>
            <b>{t(`sosType.${r.type}`)}</b>
            <chakra.span className="num" truncate flex="1">
              {r.vehicle.vin}
            </chakra.span>
            <chakra.b className="num" color={r.status === 'raised' ? 'now.ink' : 'ink'}>
              <Age since={r.raisedAt} style="clock" />
            </chakra.b>
          </Flex>
          <chakra.span display="block" color="ink2" truncate mt="1">
            {[r.place ? of(r.place) : t('dash.noPlace'), r.agency.name].join(' · ')}
          </chakra.span>
        </Row>
      ))}
    </ShortList>
  );
}

/** The fault reports that want a person first. */
export function UrgentFaults() {
  const { t, of } = useWords();
  const result = useQuery(query(faults.list, { query: { tab: 'queue', status: 'occurred', size: most } }));
  const rows = result.data?.rows ?? none;
  const changed = useChanged(rows, idOf, versionOf);
  return (
    <ShortList title={t('dash.urgentFaults')} to="/breakdown" total={result.data?.page.total} result={result} empty={t('dash.noFaults')} grow="1 1 240px">
      {rows.map((r: FaultRow) => {
        const state = stateOfSeverity[r.severity];
        return (
          <Row key={r.id} to="/breakdown" id={r.id} changed={changed.has(r.id)}>
            <Flex gap="2" align="center">
              <StateMark state={state} />
              <chakra.b className="num" color={`${state}.ink`}>
                {r.code}
              </chakra.b>
              <chakra.span truncate flex="1">
                {of(r.name)}
              </chakra.span>
              <chakra.span className="num" color="ink2">
                <Age since={r.occurredAt} style="short" />
              </chakra.span>
            </Flex>
            <Flex color="ink2" mt="0.5" gap="2">
              <chakra.span className="num" truncate flex="1">
                {r.vehicle.vin} · {r.vehicle.model}
              </chakra.span>
              <chakra.span truncate>{r.agency.name}</chakra.span>
            </Flex>
          </Row>
        );
      })}
    </ShortList>
  );
}

interface Result {
  isPending: boolean;
  error: unknown;
  data: unknown;
  refetch: () => unknown;
}
function ShortList({
  title,
  to,
  total,
  result,
  empty,
  grow,
  children,
}: {
  title: string;
  to: string;
  total: number | undefined;
  result: Result;
  empty: string;
  grow: string;
  children: ReactNode[];
}) {
  const { t, number } = useWords();
  return (
    <Card display="flex" flexDirection="column" minH="0" maxH={{ base: '420px', lg: 'none' }} flex={{ lg: grow }} overflow="hidden">
      <Flex as="header" align="center" gap="2" px="4" h="11" flexShrink={0}>
        <chakra.h2 textStyle="strong">{title}</chakra.h2>
        {total !== undefined && (
          <chakra.span className="num" color="ink3" textStyle="dense">
            {number(total)}
          </chakra.span>
        )}
        <chakra.span flex="1" />
        <chakra.span textStyle="dense" color="accent" fontWeight="500">
          <Link to={to}>
            {t('dash.all')} <ChevronRight size={13} style={{ display: 'inline', verticalAlign: '-2px' }} aria-hidden />
          </Link>
        </chakra.span>
      </Flex>
      {result.isPending ? (
        <Skeleton rows={3} height={52} />
      ) : result.data === undefined ? (
        <ErrorState compact error={result.error} onRetry={() => void result.refetch()} />
      ) : children.length === 0 ? (
        <chakra.p px="4" pb="4" color="ink2" textStyle="dense">
          {empty}
        </chakra.p>
      ) : (
        <chakra.ul listStyleType="none" overflowY="auto" flex={grow.startsWith('0') ? '0 1 auto' : '1 1 0'} minH={{ lg: '0' }} textStyle="dense">
          {children}
        </chakra.ul>
      )}
    </Card>
  );
}

function Row({ to, id, changed, urgent = false, children }: { to: string; id: number; changed: boolean; urgent?: boolean; children: ReactNode }) {
  return (
    <chakra.li borderTop="1px solid" borderColor="line" bg={urgent ? 'now.soft' : undefined} css={rowCss} data-changed={changed || undefined}>
      <Link to={to} search={{ id: String(id) } as never}>
        {children}
      </Link>
    </chakra.li>
  );
}

const none: never[] = [];
const idOf = (r: { id: number }): number => r.id;
const versionOf = (r: { version: number }): number => r.version;
const rowCss = {
  '& > a': {
    display: 'block',
    padding: '8px 16px',
    '&:hover': { background: 'var(--hover)' },
    '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  },
  '&[data-changed] > a': { boxShadow: 'inset 3px 0 var(--normal-fill)' },
} as const;
