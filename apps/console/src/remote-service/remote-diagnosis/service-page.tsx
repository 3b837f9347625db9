import { chakra, Flex } from '@chakra-ui/react';
import type { ServiceDetail } from '@headland/contracts/diagnosis';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Search } from '../../lib/search';
import { useLiveEvents, useSubscription, useVehicleNow } from '../../lib/live/live';
import { IconButton } from '../../ui/button';
import { Page } from '../../ui/panel';
import { withNow } from '../../ui/service/use-live-service';
import { Tabs } from '../../ui/tabs';
import { ConnectCard, SessionFigures, SessionMessages, StateLine } from './connection';
import { type Session, useSession } from './use-session';

/** How often what must hold to connect is read again while nobody here is connected: no event tells of a key or of a battery. */
const lookMs = 5_000;
export const everySoOften = ({ vehicle }: ServiceDetail): number | false =>
  vehicle.holder?.mine === true ? false : lookMs;

/** What a screen of remote service hands to its tabs. */
export interface Service<T extends string> {
  tab: T;
  goTo: (tab: T) => void;
  session: Session;
  detail: ServiceDetail;
}
interface Props<T extends string> {
  detail: ServiceDetail;
  refetch: () => Promise<unknown>;
  /** as what one connects here */
  kind: 'remote' | 'afterService';
  label: string;
  list: { to: string; label: string };
  /** the first is the one that opens */
  tabs: readonly { value: T; label: string; count?: (session: Session) => number | undefined }[];
  /** beside the name: links */
  beside?: ReactNode;
  /** over every tab: what must not be missed */
  over?: ReactNode;
  children: (service: Service<T>) => ReactNode;
}

/** One machine that is served from afar: its name, where the session stands, what is wrong with it, and tabs. */
export function ServicePage<T extends string>({
  detail: read,
  refetch: look,
  kind,
  label,
  list,
  tabs,
  beside,
  over,
  children,
}: Props<T>) {
  const navigate = useNavigate();
  const { tab: asked, code } = useSearch({ strict: false }) as Search;
  const [first] = tabs;
  const tab = (tabs.find(({ value }) => value === asked) ?? first)?.value as T;
  const { id, vin, model, dealer } = read.vehicle;
  useSubscription({ vehicles: [id] });
  const now = useVehicleNow(id);
  const detail = { ...read, vehicle: withNow(read.vehicle, now ?? undefined) };
  const session = useSession(detail);
  useLiveEvents(({ payload }) => {
    if (!session.open && (payload as { vehicleId?: unknown }).vehicleId === id) void look();
  });
  useEffect(() => {
    document.title = `${vin} · Headland`;
  }, [vin]);
  const goTo = (next: T): void =>
    void navigate({ to: '.', search: { tab: next, ...(code === undefined ? {} : { code }) }, replace: true });
  return (
    <Page
      head={
        <>
          <Flex as="header" px="4" py="2" minH="14" gap="3" align="center" wrap="wrap" flexShrink={0}>
            <IconButton
              label={list.label}
              icon={<ArrowLeft size={18} />}
              onClick={() => void navigate({ to: list.to })}
              ml="-2"
            />
            <chakra.h1 textStyle="title" className="num" overflowWrap="anywhere">
              {vin}
            </chakra.h1>
            <chakra.span color="ink2">
              {model} · {dealer.name}
            </chakra.span>
            {beside}
            <chakra.span flex="1" />
            <SessionFigures session={session} detail={detail} />
          </Flex>
          <StateLine session={session} />
          <SessionMessages session={session} />
          <Tabs
            label={label}
            value={tab}
            onChange={goTo}
            choices={tabs.map((c) => ({ value: c.value, label: c.label, count: c.count?.(session) }))}
          />
        </>
      }
    >
      <chakra.div
        pos="relative"
        flex="1"
        minH="0"
        overflowY="auto"
        px={{ base: '3', md: '4' }}
        py="3"
        display="grid"
        gap="3"
        alignContent="start"
        gridAutoRows="max-content"
        gridTemplateColumns="minmax(0,1fr)"
      >
        {over}
        {!session.open && <ConnectCard session={session} detail={detail} kind={kind} />}
        {children({ tab, goTo, session, detail })}
      </chakra.div>
    </Page>
  );
}

/** Codes that were read in this session, beside the name of their tab. */
export const codesIn = ({ view }: Session): number | undefined => {
  const faults = view?.faults ?? null;
  return faults === null ? undefined : faults.stored.length + faults.pending.length;
};
