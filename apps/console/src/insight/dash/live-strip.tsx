import { chakra, Flex } from '@chakra-ui/react';
import { consumables } from '@headland/contracts/consumable';
import { faults, severities } from '@headland/contracts/fault';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { sosAlerts } from '@headland/contracts/sos';
import { dash } from '@headland/contracts/statistics';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { useLiveCounts } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Card } from '../../ui/panel';
import { type State, StateMark, stateOfSeverity } from '../../ui/state-mark';
import { Bone, ErrorState } from '../../ui/states';

/**
 * Current counts. Each links to its filtered list if the member may read it; coloured only if there is something to do.
 */
export function LiveStrip({ organizationId }: { organizationId: number | undefined }) {
  const { t, number } = useI18n();
  const can = useCan();
  const { data, error, refetch } = useQuery({
    ...query(dash.now, { query: organizationId === undefined ? {} : { organizationId } }),
    refetchInterval: 60_000,
  });
  // pushed counts cover the member's whole scope
  const pushed = useLiveCounts();
  const live = organizationId === undefined ? pushed : null;
  if (!data)
    return (
      <Card px="4" minH="86px" display="flex" alignItems="center">
        {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <Bone width="60%" height={28} />}
      </Card>
    );
  const fleet = live ?? data;
  const seesSos = can(sosAlerts.list.allow);
  const seesFaults = can(faults.list.allow);
  const seesVehicles = can(vehicles.list.allow);
  const occurred = data.faultsOccurred;
  const own: Record<string, string> = organizationId === undefined ? {} : { dealerId: String(organizationId) };
  const agency: Record<string, string> = organizationId === undefined ? {} : { agencyId: String(organizationId) };
  return (
    <Card as="section" aria-label={t('dash.strip')} css={stripCss}>
      <Cell
        title={t('dash.sosRaised')}
        under={
          data.sosRaised > 0 ? (
            <chakra.b color="now.ink" fontWeight="600">
              {t('dash.oldest')} <Age since={data.oldestRaisedAt} style="clock" />
            </chakra.b>
          ) : (
            t('dash.none')
          )
        }
      >
        <Value
          to="/sos"
          search={{ tab: 'queue', status: 'raised', ...agency }}
          linked={seesSos}
          n={data.sosRaised}
          state="now"
        />
      </Cell>
      <Cell
        title={t('dash.sosOpen')}
        under={t('dash.sosOpenUnder', { n: number(Math.max(0, data.sosOpen - data.sosRaised)) })}
      >
        <Value to="/sos" search={{ tab: 'queue', ...agency }} linked={seesSos} n={data.sosOpen} state="today" />
      </Cell>
      <Cell
        title={t('dash.faultsOccurred')}
        under={t('dash.faultsOpen', {
          n: data.faultsOpen.critical + data.faultsOpen.major + data.faultsOpen.minor,
        })}
      >
        {severities.map((s) => (
          <Value
            key={s}
            to="/breakdown"
            search={{ tab: 'queue', severity: s, status: 'occurred', ...agency }}
            linked={seesFaults}
            n={occurred[s]}
            state={stateOfSeverity[s]}
            label={t(`severity.${s}`)}
          />
        ))}
      </Cell>
      <Cell title={t('dash.connection')} under={t('dash.vehicles', { n: number(fleet.vehicles) })} wide>
        <Value
          to="/status"
          search={{ state: ['drive', 'work', 'idle'], ...own }}
          linked={seesVehicles}
          n={fleet.engineOn}
          state="normal"
          isMuted
          label={t('dash.engineOn')}
        />
        <Value
          to="/status"
          search={{ online: 'true', ...own }}
          linked={seesVehicles}
          n={fleet.online}
          label={t('dash.online')}
        />
        <Value
          to="/status"
          search={{ online: 'false', ...own }}
          linked={seesVehicles}
          n={fleet.offline}
          state="off"
          isMuted
          label={t('dash.offline')}
        />
      </Cell>
      <Cell
        title={t('dash.transfers')}
        under={
          data.oldestTransferAt === null ? (
            t('dash.noTransfers')
          ) : (
            <>
              {t('dash.oldest')} <Age since={data.oldestTransferAt} style="short" />
            </>
          )
        }
      >
        <Value
          to="/ownerTransfer"
          search={{ status: 'accepted' }}
          // the list of transfers has no filter for the organization whose number this is
          linked={can(ownerTransfers.list.allow) && organizationId === undefined}
          n={data.transfersAwaiting}
        />
      </Cell>
      <Cell title={t('dash.consumables')} under={t('dash.imminent', { n: number(data.consumablesImminent) })}>
        <Value
          to="/expendable"
          search={{ state: 'exceeded', ...own }}
          linked={can(consumables.list.allow)}
          n={data.consumablesExceeded}
          state="today"
        />
      </Cell>
    </Card>
  );
}

function Cell({
  title,
  under,
  wide = false,
  children,
}: {
  title: string;
  under: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Flex
      direction="column"
      px="3"
      py="2.5"
      flex={wide ? '2 1 auto' : '1 1 auto'}
      minW={{ base: '22', xl: 'min-content' }}
    >
      <chakra.h2 textStyle="dense" color="ink2" fontWeight="400">
        {title}
      </chakra.h2>
      <Flex columnGap={{ base: '4', xl: '3' }} mt="auto" align="baseline" wrap={{ base: 'wrap', xl: 'nowrap' }}>
        {children}
      </Flex>
      <chakra.p textStyle="small" color="ink3" className="num" whiteSpace={{ xl: 'nowrap' }}>
        {under}
      </chakra.p>
    </Flex>
  );
}

interface ValueProps {
  to: string;
  search: Record<string, string | string[]>;
  linked: boolean;
  n: number;
  state?: State;
  isMuted?: boolean;
  label?: string;
}
/** A count with its icon. At zero: no icon and plain text. */
function Value({ to, search, linked, n, state, isMuted = false, label }: ValueProps) {
  const { number } = useI18n();
  const marked = state !== undefined && (isMuted || n > 0);
  const inner = (
    <chakra.span
      display="inline-flex"
      alignItems="baseline"
      gap="1"
      color={marked && !isMuted ? `${state}.ink` : state === 'off' ? 'ink2' : 'ink'}
    >
      {marked && (
        <chakra.span alignSelf="center">
          <StateMark state={state} size={11} />
        </chakra.span>
      )}
      <chakra.span textStyle="figure" className="num">
        {number(n)}
      </chakra.span>
      {label && (
        <chakra.span textStyle="small" color="ink2" whiteSpace="nowrap">
          {label}
        </chakra.span>
      )}
    </chakra.span>
  );
  return linked ? (
    <Link to={to} search={search} className="figure">
      {inner}
    </Link>
  ) : (
    inner
  );
}

const stripCss = {
  display: 'flex',
  // one line on a desk, with every figure in sight: a long title takes two
  flexWrap: { base: 'wrap', xl: 'nowrap' },
  '& > div + div': { borderLeft: { base: '0', md: '1px solid var(--line)' } },
  '& a.figure': { borderRadius: '4px', '&:hover': { background: 'var(--hover)', boxShadow: '0 0 0 4px var(--hover)' } },
} as const;
