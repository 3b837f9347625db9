import { chakra, Flex } from '@chakra-ui/react';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { type FaultSummary, faults } from '@headland/contracts/fault';
import { sosAlerts, type SosSummary } from '@headland/contracts/sos';
import { isOpenFault } from '@headland/domain/fault';
import { isMessageKey } from '@headland/i18n/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { type I18n, useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useLiveEvents } from '../../lib/live/live';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Card } from '../../ui/panel';
import { type State, StateMark, stateOfSeverity } from '../../ui/state-mark';

const maxEvents = 5;
interface Item {
  key: string;
  at: string;
  state: State;
  text: string;
  note: string;
  to: string;
  search: Record<string, string>;
}

/** The last five events, newest first: those loaded with the page, then each new one. */
export function Ticker() {
  const brief = useBriefText();
  const formatter = useI18n();
  const { t } = formatter;
  const can = useCan();
  const [received, setHeard] = useState<LoggedEvent[]>([]);
  const seesSos = can(sosAlerts.list.allow);
  const seesFaults = can(faults.list.allow);
  const alerts = useQuery({
    ...query(sosAlerts.list, { query: { tab: 'all', sort: 'raisedAt', order: 'desc', brief: 'true', size: 10 } }),
    enabled: seesSos,
  });
  const reports = useQuery({
    ...query(faults.list, { query: { tab: 'all', sort: 'occurredAt', order: 'desc', size: 10 } }),
    enabled: seesFaults,
  });
  useLiveEvents((event) => {
    // Members who see SOS and faults do not get engine events, which would push them out.
    const isMuted = event.name.startsWith('device.') || event.name.startsWith('engine.');
    if ('sos' in event.payload || 'fault' in event.payload || (isMuted && !seesSos && !seesFaults))
      setHeard((old) => [event, ...old].slice(0, maxEvents));
  });
  const items = useMemo(() => {
    const live = received.map((e) => itemOf(formatter, e)).filter((i) => i !== null);
    const before = [
      ...(alerts.data?.rows ?? []).map((c) => sosItem(formatter, c, 'sos.raised', c.receivedAt)),
      ...(reports.data?.rows ?? []).map((f) => faultItem(formatter, f, 'fault.occurred', f.receivedAt)),
    ];
    const known = new Set(live.map((i) => i.key));
    return [...live, ...before.filter((i) => !known.has(i.key)).sort((a, b) => b.at.localeCompare(a.at))].slice(
      0,
      maxEvents,
    );
  }, [received, alerts.data, reports.data, formatter]);
  return (
    <Card
      as="section"
      data-screen-only
      aria-label={t('dash.recent')}
      display="flex"
      alignItems="center"
      minH="10"
      pl="4"
      flexShrink={0}
      overflow="hidden"
    >
      <chakra.h2 textStyle="dense" color="ink2" fontWeight="400" flexShrink={0} pr="4">
        {t('dash.recent')}
      </chakra.h2>
      {items.length === 0 ? (
        <chakra.span textStyle="dense" color="ink3">
          {t('dash.noEvents')}
        </chakra.span>
      ) : (
        <chakra.ol
          listStyleType="none"
          display="flex"
          gap="6"
          overflowX="auto"
          flex="1"
          minW="0"
          pr="4"
          css={scrollCss}
        >
          {items.map((i) => (
            <chakra.li key={`${i.key}${i.at}`} flexShrink={0} textStyle="dense">
              <Link to={i.to} search={i.search} title={momentText(i.at)}>
                <Flex align="center" gap="2" py="2.5">
                  <StateMark state={i.state} size={9} />
                  <chakra.span className="num" color="ink2">
                    {brief(i.at)}
                  </chakra.span>
                  <chakra.span fontWeight="500">{i.text}</chakra.span>
                  <chakra.span color="ink2" maxW="220px" truncate>
                    {i.note}
                  </chakra.span>
                </Flex>
              </Link>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
    </Card>
  );
}

function itemOf(formatter: I18n, { name, at, payload, number }: LoggedEvent): Item | null {
  if ('sos' in payload) return sosItem(formatter, payload.sos, name, at);
  if ('fault' in payload) return faultItem(formatter, payload.fault, name, at);
  if (!('deviceId' in payload) || payload.vehicleId === null) return null;
  return {
    key: String(number),
    at,
    state: name === 'device.disconnected' ? 'off' : 'normal',
    text: eventText(formatter, name),
    note: payload.deviceId,
    to: toRecord('/statusDetail', payload.vehicleId),
    search: {},
  };
}

function sosItem(formatter: I18n, sos: SosSummary, name: string, at: string): Item {
  const { t, of } = formatter;
  const state: State = sos.status === 'raised' ? 'now' : 'normal';
  return {
    key: `${name} ${sos.id} ${name === 'sos.raised' ? '' : sos.version}`,
    at,
    state,
    text: `${eventText(formatter, name)} · ${t(`sosType.${sos.type}`)}`,
    note: sos.place ? of(sos.place) : sos.vehicle.vin,
    to: '/sos',
    search: { id: String(sos.id), tab: 'all' },
  };
}

function faultItem(formatter: I18n, report: FaultSummary, name: string, at: string): Item {
  const isMuted = !isOpenFault(report.status) || report.clearedAt !== null;
  const text =
    name === 'fault.occurred'
      ? `${report.code} ${formatter.of(report.name)}`
      : `${eventText(formatter, name)} · ${report.code}`;
  return {
    key: `${name} ${report.id} ${name === 'fault.occurred' ? '' : report.version}`,
    at,
    state: isMuted ? 'normal' : stateOfSeverity[report.severity],
    text,
    note: report.place ? formatter.of(report.place) : report.vehicle.vin,
    to: '/breakdown',
    search: { id: String(report.id), tab: 'all' },
  };
}

function eventText({ t }: I18n, name: string): string {
  const key = `event.${name}`;
  return isMessageKey(key) ? t(key) : name;
}

const scrollCss = {
  scrollbarWidth: 'none',
  maskImage: 'linear-gradient(90deg, #000 calc(100% - 32px), transparent)',
} as const;
