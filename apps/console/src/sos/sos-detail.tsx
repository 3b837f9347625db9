import { chakra, Flex } from '@chakra-ui/react';
import { sosCalls, type SosDetail as Call } from '@headland/contracts/sos';
import { useQuery } from '@tanstack/react-query';
import { Phone, X } from 'lucide-react';
import { useAct } from '../lib/use-act';
import { useWords } from '../lib/text';
import { briefText, momentText } from '../lib/time';
import { useMedia } from '../lib/use-media';
import { useVehicleNow } from '../live/live';
import { query, useCan } from '../session/session';
import { Age } from '../ui/age';
import { Button, IconButton } from '../ui/button';
import { DeliveryLog } from '../ui/delivery-log';
import { Figure } from '../ui/figure';
import { Section } from '../ui/panel';
import { ErrorState, Skeleton } from '../ui/states';
import { dialable } from './phone';
import { SosActions } from './sos-actions';
import { SosAgencies } from './sos-agencies';
import { SosHead } from './sos-head';
import { SosPlace } from './sos-place';
import { red } from './sos-words';
import { TiltFigure } from '../ui/tilt-figure';
import { usePolling } from './use-polling';

/** One call: how far it is, where it is, who to ring, what can be done. In one column where there is no room for two, with the acts in front. */
export function SosDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: call, error, refetch } = useQuery({ ...query(sosCalls.get, { params: { id } }), refetchInterval: usePolling() });
  const { t } = useWords();
  const wide = useMedia('(min-width: 1200px)');
  if (!call) {
    return (
      <chakra.div flex="1" p="3">
        <Flex justify="flex-end">
          <IconButton label={t('common.close')} icon={<X size={18} />} onClick={onClose} />
        </Flex>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} height={64} />}
      </chakra.div>
    );
  }
  const history = (
    <>
      <DeliveryLog list={call.deliveries} permission="sos:U" />
      <Timeline call={call} />
    </>
  );
  const acts = (
    <>
      <Person call={call} />
      <SosActions call={call} wide={wide} />
      <SosAgencies call={call} />
    </>
  );
  const scene = (
    <>
      <SosPlace call={call} />
      <Attitude call={call} />
      <Values call={call} />
    </>
  );
  if (!wide) {
    return (
      <Flex direction="column" flex="1" minW="0" minH="0">
        <chakra.div flex="1" minH="0" overflowY="auto" textStyle="dense">
          <SosHead call={call} onClose={onClose} />
          <chakra.div borderTop="1px solid" borderColor="line">
            {acts}
          </chakra.div>
          {scene}
          {history}
        </chakra.div>
        <ThumbBar call={call} />
      </Flex>
    );
  }
  return (
    <Flex direction="column" flex="1" minW="0" minH="0">
      <SosHead call={call} onClose={onClose} />
      <chakra.div flex="1" minH="0" display="grid" gridTemplateColumns="minmax(0,1fr) 388px" gridTemplateRows="minmax(0,1fr)" borderTop="1px solid" borderColor="line">
        <Flex direction="column" minH="0" minW="0" overflowY="auto">
          {scene}
        </Flex>
        <chakra.div minH="0" overflowY="auto" borderLeft="1px solid" borderColor="line" textStyle="dense">
          {acts}
          {history}
        </chakra.div>
      </chakra.div>
    </Flex>
  );
}

/** On a phone the two acts that seconds hang on stay where the thumb is. */
function ThumbBar({ call }: { call: Call }) {
  const { t } = useWords();
  const can = useCan();
  const acknowledge = useAct(sosCalls.acknowledge, { said: t('sos.said.acknowledged') });
  const phone = dialable(call.customer?.phone);
  const waits = call.status === 'raised' && can(sosCalls.acknowledge.allow);
  if (!waits && phone === null) return null;
  return (
    <Flex gap="2" px="4" py="2.5" pb="calc(10px + env(safe-area-inset-bottom))" bg="raised" borderTop="1px solid" borderColor="lineStrong" flexShrink={0}>
      {phone !== null && (
        <chakra.a href={`tel:${phone}`} flex="1">
          <Button as="span" large w="full" icon={<Phone size={17} />}>
            {t('sos.call')}
          </Button>
        </chakra.a>
      )}
      {waits && (
        <Button large flex="2" {...red} busy={acknowledge.busy} onClick={() => acknowledge.run({ params: { id: call.id } })}>
          {t('sos.act.acknowledge')}
        </Button>
      )}
    </Flex>
  );
}

function Person({ call }: { call: Call }) {
  const { t } = useWords();
  const phone = dialable(call.customer?.phone);
  return (
    <Flex px="4" py="3" align="center" gap="3">
      <chakra.div flex="1" minW="0">
        <chakra.div color="ink3" textStyle="small">
          {t('sos.driver')}
        </chakra.div>
        <chakra.div fontSize="16px" lineHeight="22px" overflowWrap="anywhere" color={call.customer ? 'ink' : 'ink2'}>
          {call.customer ? (
            <>
              <b>{call.customer.name}</b>{' '}
              <chakra.span className="num" whiteSpace="nowrap">
                {call.customer.phone}
              </chakra.span>
            </>
          ) : (
            t('sos.noCustomer')
          )}
        </chakra.div>
      </chakra.div>
      {phone !== null && (
        <a href={`tel:${phone}`}>
          <Button as="span" icon={<Phone size={15} />}>
            {t('sos.call')}
          </Button>
        </a>
      )}
    </Flex>
  );
}

function Attitude({ call }: { call: Call }) {
  const { t, number } = useWords();
  const now = useVehicleNow(call.vehicle.id) ?? call.now;
  if (!call.tilt && call.speed === null && !now?.engine) return null;
  return (
    <Flex px="4" py="3" columnGap="6" rowGap="3" borderTop="1px solid" borderColor="line" wrap="wrap" align="center" flexShrink={0}>
      {call.tilt && <TiltFigure label={t('sos.tiltX')} degrees={call.tilt.x} limit={call.thresholds?.x ?? null} />}
      {call.tilt && <TiltFigure label={t('sos.tiltY')} degrees={call.tilt.y} limit={call.thresholds?.y ?? null} />}
      <Flex gap="6" wrap="wrap">
        {call.tilt && (
          <Small label={t('sos.tiltZ')}>
            <span className="num">{number(call.tilt.z, 1)}°</span>
          </Small>
        )}
        {call.speed !== null && (
          <Small label={t('sos.speed')}>
            <Figure value={call.speed} unit="km/h" digits={1} />
          </Small>
        )}
        {now?.engine && <Small label={t('sos.engine')}>{t(`sos.engine.${now.engine}`)}</Small>}
      </Flex>
    </Flex>
  );
}

const Small = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <chakra.div color="ink3" textStyle="small">
      {label}
    </chakra.div>
    <chakra.div fontSize="18px" lineHeight="24px" fontWeight="600" whiteSpace="nowrap">
      {children}
    </chakra.div>
  </div>
);

const shown = [
  ['rpm', 'rpm', 0],
  ['coolant', '°C', 0],
  ['battery', 'V', 1],
  ['fuelLevel', '%', 0],
  ['hitch', '%', 0],
  ['pto', 'rpm', 0],
  ['engineHours', 'h', 1],
  ['speed', 'km/h', 1],
] as const;
function Values({ call }: { call: Call }) {
  const { t } = useWords();
  const now = useVehicleNow(call.vehicle.id) ?? call.now;
  return (
    <Section
      title={
        <>
          {t('sos.values')}{' '}
          {now?.lastSeenAt && (
            <chakra.span color="ink3" fontWeight="400" textStyle="small">
              <Age since={now.lastSeenAt} ago />
            </chakra.span>
          )}
        </>
      }
    >
      {!now?.lastSeenAt ? (
        <chakra.p color="ink3" textStyle="dense">
          {t('sos.noValues')}
        </chakra.p>
      ) : (
        <chakra.dl display="grid" gridTemplateColumns="repeat(auto-fill, minmax(96px, 1fr))" columnGap="3" rowGap="2">
          {shown.map(([name, unit, digits]) => (
            <div key={name}>
              <chakra.dt color="ink3" textStyle="small">
                {t(`sensor.${name}`)}
              </chakra.dt>
              <chakra.dd fontSize="16px" lineHeight="22px" fontWeight="600" whiteSpace="nowrap">
                <Figure value={now.values[name]} unit={unit} digits={digits} />
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </Section>
  );
}

function Timeline({ call }: { call: Call }) {
  const { t } = useWords();
  return (
    <Section title={t('sos.timeline')}>
      <chakra.ol listStyleType="none" textStyle="dense">
        {call.steps.toReversed().map((s) => (
          <Flex as="li" key={s.number} gap="3" py="1" align="baseline">
            <chakra.span className="num" color="ink3" title={momentText(s.at)} flexShrink={0}>
              {briefText(s.at, Date.now())}
            </chakra.span>
            <chakra.span flex="1" minW="0" overflowWrap="anywhere">
              {t(`event.${s.name}` as 'event.sos.raised')}
              {s.note && <chakra.span color="ink2"> – {s.note}</chakra.span>}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small" maxW="40%" truncate>
              {s.by ?? ''}
            </chakra.span>
          </Flex>
        ))}
      </chakra.ol>
      {call.earlier.length > 0 && (
        <chakra.div mt="3" textStyle="dense" color="ink2">
          <chakra.b display="block" textStyle="label" color="ink3">
            {t('sos.earlier')}
          </chakra.b>
          {call.earlier.slice(0, 5).map((e) => (
            <div key={e.id} className="num">
              {momentText(e.raisedAt)} · {t(`sosType.${e.type}`)} · {t(`sosStatus.${e.status}`)}
            </div>
          ))}
        </chakra.div>
      )}
    </Section>
  );
}
