import { chakra, Flex } from '@chakra-ui/react';
import { Check, Copy, Phone, X } from 'lucide-react';
import { sosCalls, type SosDetail as Call } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockOf } from '../lib/age';
import { useWords } from '../lib/text';
import { briefText, momentText, timeText } from '../lib/time';
import { useLook, useVehicleNow } from '../live/live';
import { query } from '../session/session';
import { Age } from '../ui/age';
import { Button, IconButton } from '../ui/button';
import { Figure } from '../ui/figure';
import { LiveMap } from '../ui/map/live-map';
import type { Overlay } from '../ui/map/overlays';
import { Section } from '../ui/panel';
import { ErrorState, Skeleton } from '../ui/states';
import { StateMark, type State } from '../ui/state-mark';
import { toast } from '../ui/toast';
import { DeliveryLog } from '../ui/delivery-log';
import { SosActions } from './sos-actions';
import { isOpen, skewShownMs } from './sos-words';
import { TiltFigure } from '../ui/tilt-figure';

/** One call: how far it is, where it is, who to ring, what can be done. */
export function SosDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: call, error, refetch } = useQuery(query(sosCalls.get, { params: { id } }));
  if (!call) return <chakra.div flex="1">{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} height={64} />}</chakra.div>;
  return (
    <Flex direction="column" flex="1" minW="0" minH="0" overflowY={{ base: 'auto', xl: 'hidden' }}>
      <Head call={call} onClose={onClose} />
      <chakra.div flex="1" minH="0" display="grid" gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 388px' }} borderTop="1px solid" borderColor="line">
        <Flex direction="column" minH="0" minW="0" overflowY={{ xl: 'auto' }}>
          <Place call={call} />
          <Attitude call={call} />
          <Values call={call} />
        </Flex>
        <chakra.div minH="0" overflowY={{ xl: 'auto' }} borderLeft={{ xl: '1px solid' }} borderColor={{ xl: 'line' }} order={{ base: -1, xl: 0 }}>
          <Person call={call} />
          <SosActions call={call} />
          <DeliveryLog list={call.deliveries} />
          <Timeline call={call} />
        </chakra.div>
      </chakra.div>
    </Flex>
  );
}

function Head({ call, onClose }: { call: Call; onClose: () => void }) {
  const { t } = useWords();
  const facts = [call.vehicle.model, call.agency.name, `${t('sos.step.raised')} ${momentText(call.raisedAt)}`, call.origin === 'tilt' ? t('sos.fromTilt') : null, call.presses > 1 ? t('sos.presses', { n: call.presses }) : null];
  return (
    <chakra.header px="5" pt="3" pb="3" flexShrink={0}>
      <Flex gap="3" align="flex-start">
        <chakra.div flex="1" minW="0">
          <Flex align="center" gap="2" wrap="wrap">
            <chakra.h2 fontSize="20px" fontWeight="700">{t(`sosType.${call.type}`)}</chakra.h2>
            <chakra.span fontSize="20px" className="num" overflowWrap="anywhere">{call.vehicle.vin}</chakra.span>
            <CopyButton text={call.vehicle.vin} />
          </Flex>
          <chakra.p color="ink2" textStyle="dense">{facts.filter((f) => f !== null && f !== '').join(' · ')}</chakra.p>
          {call.skewMs !== null && Math.abs(call.skewMs) > skewShownMs && call.deviceTime && <chakra.p color="watch.ink" textStyle="small">{t('sos.deviceTime', { time: momentText(call.deviceTime) })}</chakra.p>}
          {call.late && <chakra.p color="watch.ink" textStyle="small">{t('sos.lateText')}</chakra.p>}
        </chakra.div>
        <chakra.span className="num" fontSize="28px" lineHeight="32px" fontWeight="600"><Age since={call.raisedAt} until={call.closedAt} style="clock" /></chakra.span>
        <IconButton label={t('common.close')} icon={<X size={18} />} onClick={onClose} />
      </Flex>
      <Steps call={call} />
    </chakra.header>
  );
}

/** Where the call stands: done with a tick, the present one in its colour, the rest hollow. */
function Steps({ call }: { call: Call }) {
  const { t } = useWords();
  const by = (name: string) => call.steps.findLast((s) => s.name === name)?.by ?? null;
  const after = (at: string | null) => (at === null ? null : clockOf(Math.max(0, Math.round((Date.parse(at) - Date.parse(call.receivedAt)) / 1000))));
  const closing = call.status === 'falseAlarm' ? 'sos.falseAlarm' : 'sos.resolved';
  const steps: { label: string; at: string | null; text: string; state: State; present: boolean }[] = [
    { label: t('sos.step.raised'), at: call.raisedAt, text: timeText(call.raisedAt), state: 'now', present: call.status === 'raised' },
    { label: t('sos.step.acknowledged'), at: call.acknowledgedAt, text: join(call.acknowledgedAt, call.acknowledgedBy, after(call.acknowledgedAt)), state: 'today', present: call.status === 'acknowledged' },
    { label: t('sos.step.dispatched'), at: call.dispatchedAt, text: join(call.dispatchedAt, call.dispatch ? call.dispatch.agency.name : by('sos.dispatched'), after(call.dispatchedAt)), state: 'normal', present: call.status === 'dispatched' },
    { label: isOpen(call) ? t('sos.step.closed') : t(`sosStatus.${call.status}`), at: call.closedAt, text: join(call.closedAt, by(closing), after(call.closedAt)), state: 'off', present: false },
  ];
  return (
    <chakra.ol display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' }} gap="2" mt="3" listStyleType="none">
      {steps.map((s) => (
        <Flex as="li" key={s.label} gap="2" align="flex-start" aria-current={s.present ? 'step' : undefined} opacity={s.at === null ? 0.75 : 1}>
          <chakra.span mt="1px" w="22px" h="22px" borderRadius="50%" border="1.5px solid" borderColor={s.present ? `${s.state}.line` : 'lineControl'} display="inline-grid" placeItems="center" flexShrink={0} aria-hidden>
            {s.present ? <StateMark state={s.state} size={11} /> : s.at !== null ? <Check size={13} /> : null}
          </chakra.span>
          <chakra.span minW="0">
            <chakra.b display="block" textStyle="strong">{s.label}</chakra.b>
            <chakra.span display="block" color="ink3" textStyle="small" className="num" overflowWrap="anywhere">{s.at === null ? '–' : s.text}</chakra.span>
          </chakra.span>
        </Flex>
      ))}
    </chakra.ol>
  );
}
const join = (at: string | null, who: string | null, after: string | null): string => (at === null ? '–' : [timeText(at), who, after].filter(Boolean).join(' · '));

function Place({ call }: { call: Call }) {
  const { t, of } = useWords();
  useLook({ vehicles: call.vehicle.id > 0 ? [call.vehicle.id] : [] });
  const now = useVehicleNow(call.vehicle.id) ?? call.now;
  const overlays = useMemo<Overlay[]>(() => {
    const list: Overlay[] = [];
    if (call.track.length > 1) list.push({ kind: 'track', id: 'track', points: call.track });
    if (call.lat !== null && call.lon !== null) {
      const here = { lat: call.lat, lon: call.lon };
      for (const a of call.nearest.slice(0, 3)) if (a.lat !== null && a.lon !== null) list.push({ kind: 'place', id: `agency-${a.id}`, lat: a.lat, lon: a.lon, label: a.name, ...(a.distanceKm === null ? {} : { note: `${a.distanceKm} km` }) });
      const nearest = call.dispatch ? call.nearest.find((a) => a.id === call.dispatch?.agency.id) : call.nearest[0];
      if (nearest?.lat != null && nearest.lon !== null) list.push({ kind: 'line', id: 'nearest', from: { lat: nearest.lat, lon: nearest.lon }, to: here });
      list.push({ kind: 'sos', id: call.id, ...here, raised: call.status === 'raised' });
    }
    if (now?.lat != null && now.lon !== null && isOpen(call)) list.push({ kind: 'vehicle', id: call.vehicle.id, lat: now.lat, lon: now.lon, state: now.state, heading: now.values.heading ?? null });
    return list;
  }, [call, now]);
  const coordinates = call.lat === null || call.lon === null ? null : `${call.lat.toFixed(5)}, ${call.lon.toFixed(5)}`;
  return (
    <chakra.div position="relative" h={{ base: '320px', xl: 'auto' }} flex={{ xl: '1 0 320px' }} minH="320px">
      {call.lat === null || call.lon === null ? (
        <Flex h="full" align="center" justify="center" bg="sunken" color="ink2">{t('sos.noPosition')}</Flex>
      ) : (
        <LiveMap fleet={false} overlays={overlays} start={{ lat: call.lat, lon: call.lon, zoom: 13 }} controls />
      )}
      {coordinates && (
        <Flex css={overCss} left="3" bottom="3" align="center" gap="2" maxW="calc(100% - 24px)">
          <chakra.span className="num">{coordinates}</chakra.span>
          <CopyButton text={coordinates} />
          <chakra.span color="ink3" truncate>{of(call.place)}</chakra.span>
        </Flex>
      )}
      {call.positionAt && <chakra.span css={overCss} left="3" top="3" color="watch.ink">{t('sos.lastKnown')} · <Age since={call.positionAt} ago /></chakra.span>}
      {call.track.length > 1 && <chakra.span css={overCss} right="3" bottom="3" color="ink2" display={{ base: 'none', md: 'block' }}>{t('sos.track30')}</chakra.span>}
    </chakra.div>
  );
}

function Attitude({ call }: { call: Call }) {
  const { t } = useWords();
  if (!call.tilt && call.speed === null) return null;
  return (
    <Flex px="5" py="4" gap="6" borderTop="1px solid" borderColor="line" wrap="wrap" align="center">
      {call.tilt && <TiltFigure label={t('sos.tiltX')} degrees={call.tilt.x} limit={call.thresholds?.x ?? null} />}
      {call.tilt && <TiltFigure label={t('sos.tiltY')} degrees={call.tilt.y} limit={call.thresholds?.y ?? null} />}
      {call.speed !== null && (
        <div>
          <chakra.div color="ink3" textStyle="small">{t('sos.speed')}</chakra.div>
          <chakra.div fontSize="20px" fontWeight="600"><Figure value={call.speed} unit="km/h" digits={1} /></chakra.div>
        </div>
      )}
    </Flex>
  );
}

const shown = [['rpm', 'rpm', 0], ['coolant', '°C', 0], ['battery', 'V', 1], ['fuelLevel', '%', 0], ['hitch', '%', 0], ['pto', 'rpm', 0], ['engineHours', 'h', 1], ['speed', 'km/h', 1]] as const;
function Values({ call }: { call: Call }) {
  const { t } = useWords();
  const now = useVehicleNow(call.vehicle.id) ?? call.now;
  return (
    <Section title={<>{t('sos.values')} {now?.lastSeenAt && <chakra.span color="ink3" fontWeight="400" textStyle="small"><Age since={now.lastSeenAt} ago /></chakra.span>}</>}>
      {!now?.lastSeenAt ? <chakra.p color="ink3">{t('sos.noValues')}</chakra.p> : (
        <chakra.dl display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap="3">
          {shown.map(([name, unit, digits]) => (
            <div key={name}>
              <chakra.dt color="ink3" textStyle="small">{t(`sensor.${name}`)}</chakra.dt>
              <chakra.dd fontSize="16px" fontWeight="600"><Figure value={now.values[name]} unit={unit} digits={digits} /></chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </Section>
  );
}

function Person({ call }: { call: Call }) {
  const { t } = useWords();
  const phone = call.customer?.phone ?? null;
  return (
    <Flex px="4" py="3" align="center" gap="3">
      <chakra.div flex="1" minW="0">
        <chakra.div color="ink3" textStyle="small">{t('sos.driver')}</chakra.div>
        <chakra.div fontSize="16px">{call.customer ? <><b>{call.customer.name}</b> <span className="num">{phone}</span></> : t('sos.noCustomer')}</chakra.div>
      </chakra.div>
      {phone !== null && !phone.includes('*') && <a href={`tel:${phone.replaceAll('-', '')}`}><Button as="span" icon={<Phone size={15} />}>{t('sos.call')}</Button></a>}
    </Flex>
  );
}

function Timeline({ call }: { call: Call }) {
  const { t } = useWords();
  return (
    <Section title={t('sos.timeline')}>
      <chakra.ol listStyleType="none" textStyle="dense">
        {call.steps.toReversed().map((s) => (
          <Flex as="li" key={s.number} gap="3" py="1" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(s.at)} flexShrink={0}>{briefText(s.at, Date.now())}</chakra.span>
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              {t(`event.${s.name}` as 'event.sos.raised')}
              {s.note && <chakra.span color="ink2"> – {s.note}</chakra.span>}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small" flexShrink={0}>{s.by ?? ''}</chakra.span>
          </Flex>
        ))}
      </chakra.ol>
      {call.earlier.length > 0 && (
        <chakra.div mt="3" textStyle="dense" color="ink2">
          <chakra.b display="block" textStyle="label" color="ink3">{t('sos.earlier')}</chakra.b>
          {call.earlier.slice(0, 5).map((e) => <div key={e.id} className="num">{momentText(e.raisedAt)} · {t(`sosType.${e.type}`)} · {t(`sosStatus.${e.status}`)}</div>)}
        </chakra.div>
      )}
    </Section>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useWords();
  return <IconButton label={t('common.copy')} icon={<Copy size={14} />} onClick={() => void navigator.clipboard?.writeText(text).then(() => toast(t('common.copied')))} />;
}

const overCss = { position: 'absolute', zIndex: 500, bg: 'raised', borderRadius: 'control', boxShadow: 'var(--shadow-1)', px: '3', py: '1.5', textStyle: 'dense' } as const;
