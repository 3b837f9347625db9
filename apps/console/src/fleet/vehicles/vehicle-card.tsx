import { chakra, Flex } from '@chakra-ui/react';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useVehicleNow } from '../../lib/live/live';
import { query } from '../../lib/session/session';
import { Age } from '../../ui/age';
import { Button, IconButton } from '../../ui/button';
import { Figure } from '../../ui/figure';
import { ErrorState, Bone } from '../../ui/states';
import { beforeStop, type Sensor, useMeasure } from '../../ui/measures';
import { VehicleLink, VehicleStateLabel } from './vehicle-labels';
import { withNow } from './use-live-rows';

const shown: readonly Sensor[] = ['speed', 'rpm', 'load', 'fuelLevel', 'coolant', 'defLevel'];

/** The chosen vehicle over the map: what it does now, and where to go from here. */
export function VehicleCard({
  id,
  following,
  onFollow,
  onClose,
}: {
  id: number;
  following: boolean;
  onFollow: (follow: boolean) => void;
  onClose: () => void;
}) {
  const { t, of } = useI18n();
  const measure = useMeasure();
  const { data, error, refetch, dataUpdatedAt } = useQuery(query(vehicles.get, { params: { id } }));
  const pushed = useVehicleNow(id, { at: dataUpdatedAt, lastSeenAt: data?.now.lastSeenAt });
  const now = pushed ?? data?.now ?? null;
  const row = data && pushed ? withNow(data, pushed) : data;
  return (
    <chakra.section aria-label={row?.vin ?? t('screen.statusDetail')} css={cardCss}>
      {!row || !now ? (
        error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <Flex direction="column" gap="3" py="2">
            <Bone width="70%" height={16} />
            <Bone width="50%" />
            <Bone width="90%" height={56} />
          </Flex>
        )
      ) : (
        <>
          <Flex align="flex-start" gap="2">
            <chakra.div flex="1" minW="0">
              <chakra.h2 textStyle="lead" fontWeight="600" className="num" overflowWrap="anywhere" lineHeight="22px">
                {row.vin}
              </chakra.h2>
              <chakra.p textStyle="dense" color="ink2">
                {row.model} · {row.dealer.name}
              </chakra.p>
            </chakra.div>
            <IconButton label={t('common.close')} icon={<X size={16} />} onClick={onClose} mt="-1" mr="-2" />
          </Flex>
          <Flex gap="3" mt="1.5" textStyle="dense" align="center" wrap="wrap">
            <VehicleStateLabel vehicle={row} />
            <chakra.span color={row.state === 'offline' ? 'watch.ink' : 'ink3'} className="num">
              <Age since={row.lastSeenAt} ago />
            </chakra.span>
            <chakra.span color="ink2" truncate>
              {row.lat === null ? t('vehicle.noPosition') : of(row.place)}
            </chakra.span>
          </Flex>
          <chakra.dl
            display="grid"
            gridTemplateColumns="repeat(3, minmax(0,1fr))"
            gap="2.5"
            py="3"
            my="3"
            borderY="1px solid"
            borderColor="line"
          >
            {shown.map((sensor) => (
              <div key={sensor}>
                <chakra.dt textStyle="small" color="ink3" truncate>
                  {t(`sensor.${sensor}`)}
                </chakra.dt>
                <chakra.dd
                  textStyle="lead"
                  fontWeight="600"
                  lineHeight="20px"
                  color={beforeStop(now, sensor) ? 'ink3' : undefined}
                >
                  <Figure {...measure(sensor, now.values[sensor])} />
                  {beforeStop(now, sensor) && <BeforeStop ts={now.ts} />}
                </chakra.dd>
              </div>
            ))}
          </chakra.dl>
          <Flex
            gap="4"
            align="center"
            textStyle="dense"
            fontWeight="500"
            color="accent"
            css={{ '& a:hover': { textDecoration: 'underline' } }}
          >
            <VehicleLink id={id}>{t('vehicle.openDetail')}</VehicleLink>
            <Button
              kind="link"
              px="0"
              aria-pressed={following}
              disabled={row.lat === null}
              onClick={() => onFollow(!following)}
            >
              {t(following ? 'vehicle.unfollow' : 'vehicle.follow')}
            </Button>
            <VehicleLink id={id} tab="track">
              {t('vehicle.track')}
            </VehicleLink>
          </Flex>
        </>
      )}
    </chakra.section>
  );
}

const BeforeStop = ({ ts }: { ts: string | null }) => {
  const { t } = useI18n();
  return (
    <chakra.span display="block" textStyle="small" fontWeight="400" color="watch.ink">
      {t('vehicle.beforeStop', { time: ts === null ? '–' : timeText(ts) })}
    </chakra.span>
  );
};

const cardCss = {
  position: 'absolute',
  zIndex: 500,
  left: { base: '8px', md: '16px' },
  bottom: { base: '8px', md: '56px' },
  width: { base: 'calc(100% - 16px)', md: '280px' },
  background: 'var(--raised)',
  borderRadius: 'var(--r-card)',
  boxShadow: 'var(--shadow-2)',
  padding: '14px 16px',
} as const;
