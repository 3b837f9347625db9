import { chakra, Flex } from '@chakra-ui/react';
import type { SosDetail } from '@headland/contracts/sos';
import { useI18n } from '../../lib/i18n';
import { timeText } from '../../lib/time';
import { useVehicleNow } from '../../lib/live/live';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import { beforeStop } from '../../ui/measures';
import { Section } from '../../ui/panel';
import { TiltFigure } from '../../ui/tilt-figure';

/** Tilt and movement at the SOS, compared with the model's limits. */
export function Attitude({ sos, readAt }: { sos: SosDetail; readAt: number }) {
  const { t, number } = useI18n();
  const now = useVehicleNow(sos.vehicle.id, { at: readAt, lastSeenAt: sos.now?.lastSeenAt ?? null }) ?? sos.now;
  if (!sos.tilt && sos.speed === null && !now?.engine) return null;
  const zLimit = sos.thresholds?.z ?? null;
  return (
    <Flex
      px="4"
      py="3"
      columnGap="6"
      rowGap="3"
      borderTop="1px solid"
      borderColor="line"
      wrap="wrap"
      align="center"
      flexShrink={0}
    >
      {sos.tilt && <TiltFigure label={t('sos.tiltX')} degrees={sos.tilt.x} limit={sos.thresholds?.x ?? null} />}
      {sos.tilt && <TiltFigure label={t('sos.tiltY')} degrees={sos.tilt.y} limit={sos.thresholds?.y ?? null} />}
      <Flex gap="6" wrap="wrap">
        {sos.tilt && (
          <Small label={t('sos.tiltZ')}>
            <chakra.span
              className="num"
              color={zLimit !== null && Math.abs(sos.tilt.z) > zLimit ? 'now.ink' : undefined}
            >
              {number(sos.tilt.z, 1)}°
            </chakra.span>
            {zLimit !== null && (
              <chakra.span display="block" color="ink3" textStyle="small" fontWeight="400" className="num">
                {t('sos.tiltLimit', { n: zLimit })}
              </chakra.span>
            )}
          </Small>
        )}
        {sos.speed !== null && (
          <Small label={t('sos.speed')}>
            <Figure value={sos.speed} unit="km/h" digits={1} />
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
/** The current measurements. */
export function Values({ sos, readAt }: { sos: SosDetail; readAt: number }) {
  const { t } = useI18n();
  const now = useVehicleNow(sos.vehicle.id, { at: readAt, lastSeenAt: sos.now?.lastSeenAt ?? null }) ?? sos.now;
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
              <chakra.dd
                fontSize="16px"
                lineHeight="22px"
                fontWeight="600"
                color={beforeStop(now, name) ? 'ink3' : undefined}
              >
                <Figure value={now.values[name]} unit={unit} digits={digits} />
                {beforeStop(now, name) && (
                  <chakra.span display="block" textStyle="small" fontWeight="400" color="watch.ink">
                    {t('vehicle.beforeStop', { time: now.ts === null ? '–' : timeText(now.ts) })}
                  </chakra.span>
                )}
              </chakra.dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </Section>
  );
}
