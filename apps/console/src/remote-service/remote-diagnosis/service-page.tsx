import { chakra, Flex } from '@chakra-ui/react';
import type { ServiceDetail } from '@headland/contracts/diagnosis';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isNotAFault } from '@headland/domain/fault-catalogue';
import { type ReactNode, useEffect } from 'react';
import type { Search } from '../../lib/search';
import { useLiveEvents, useSubscription, useVehicleNow } from '../../lib/live/live';
import { IconButton } from '../../ui/button';
import { HelpButton } from '../../ui/help-button';
import { Page } from '../../ui/panel';
import { withNow } from '../../ui/service/use-live-service';
import { Tabs } from '../../ui/tabs';
import { ConnectCard, SessionFigures, SessionMessages, StateLine } from './connection';
import { type Session, useSession } from './use-session';

/** Refetch interval of the connect conditions before a connect: no event reports a key or a battery. */
const refetchMs = 5_000;
export const everySoOften = ({ vehicle }: ServiceDetail): number | false =>
  vehicle.holder?.mine === true ? false : refetchMs;

/** Passed by a screen of remote service to its tabs. */
export interface Service<T extends string> {
  tab: T;
  showTab: (tab: T) => void;
  session: Session;
  detail: ServiceDetail;
}
interface Props<T extends string> {
  detail: ServiceDetail;
  /** when it was read (ms of this browser) */
  readAt: number;
  refetch: () => Promise<unknown>;
  /** the kind of the session */
  kind: 'remote' | 'afterService';
  label: string;
  list: { to: string; label: string };
  /** the first one is the default */
  tabs: readonly { value: T; label: string; count?: (session: Session) => number | undefined }[];
  /** links beside the name */
  beside?: ReactNode;
  /** above every tab: important messages */
  over?: ReactNode;
  children: (service: Service<T>) => ReactNode;
}

/** A page of remote service for one machine: its name, the session's progress, messages, and tabs. */
export function ServicePage<T extends string>({
  detail: read,
  readAt,
  refetch,
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
  const now = useVehicleNow(id, { at: readAt });
  const detail = { ...read, vehicle: withNow(read.vehicle, now ?? undefined) };
  const session = useSession(detail);
  useLiveEvents(({ payload }) => {
    if (!session.open && (payload as { vehicleId?: unknown }).vehicleId === id) void refetch();
  });
  useEffect(() => {
    document.title = `${vin} · Headland`;
  }, [vin]);
  const showTab = (next: T): void =>
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
            <HelpButton />
          </Flex>
          <StateLine session={session} />
          <SessionMessages session={session} />
          <Tabs
            label={label}
            value={tab}
            onChange={showTab}
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
        // read with the arrow keys where nothing in it takes the focus
        tabIndex={0}
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
        {children({ tab, showTab, session, detail })}
      </chakra.div>
    </Page>
  );
}

/** The number of codes read in this session, in the tab's title: those that its lists count. */
export const codesIn = ({ view }: Session): number | undefined =>
  view?.faults
    ? [...view.faults.stored, ...view.faults.pending].filter(({ code }) => !isNotAFault(code)).length
    : undefined;
