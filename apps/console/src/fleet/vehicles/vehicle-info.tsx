import { chakra } from '@chakra-ui/react';
import { type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { Card, Facts } from '../../ui/panel';
import { ShowInFull } from '../../ui/show-in-full';
import { MeterFigure } from './meter-figure';
import { CorrectionsCard, DevicesCard, OwnershipCard } from './vehicle-related';

/** The information tab of a vehicle: the machine, its device, who sold and who owned it, and which devices it had. */
export function VehicleInfo({ vehicle: v }: { vehicle: VehicleDetail }) {
  const { t } = useI18n();
  const skewS = v.now.skewMs === null ? null : Math.round(v.now.skewMs / 1000);
  const parts = [
    {
      title: t('vehicle.info.machine'),
      rows: [
        [t('vehicle.vin'), v.vin],
        [t('vehicle.model'), v.model],
        [t('vehicle.info.type'), t(`vehicle.info.${v.modelType}`)],
        [t('vehicle.releaseYear'), v.releaseYear],
        [t('vehicle.horsepower'), <Figure key="horsepower" value={v.horsepower} unit="PS" />],
        [t('vehicle.transmission'), v.transmission ?? '–'],
        [
          t('sensor.engineHours'),
          <MeterFigure key="hours" meter="engineHours" value={v.engineHours} correction={v.hoursCorrection} />,
        ],
        [
          t('sensor.odometer'),
          <MeterFigure key="km" meter="odometer" value={v.odometer} correction={v.odometerCorrection} />,
        ],
        [t('vehicle.info.remoteControl'), t(`vehicle.info.remote.${v.remoteControl}`)],
        [
          t('vehicle.info.thresholds'),
          (['x', 'y', 'z'] as const).map((axis) => `${t(`model.axis.${axis}`)} ${v.thresholds[axis]}°`).join(' · '),
        ],
      ],
    },
    {
      title: t('vehicle.device'),
      rows: [
        [t('vehicle.info.deviceId'), v.deviceId ?? t('vehicle.noDevice')],
        [t('vehicle.info.deviceType'), v.deviceType ?? '–'],
        [t('vehicle.info.firmware'), v.firmware ?? '–'],
        [t('vehicle.info.sim'), v.sim ?? '–'],
        [t('vehicle.info.signal'), <Figure key="signal" value={v.rssi} unit="dBm" />],
        [t('vehicle.info.interval'), <Figure key="interval" value={v.intervalSeconds} unit="s" />],
        [
          t('vehicle.info.skew'),
          skewS === null ? (
            '–'
          ) : (
            <chakra.span key="skew" color={Math.abs(skewS) > 30 ? 'watch.ink' : 'ink'}>
              <Figure value={skewS} unit="s" />
            </chakra.span>
          ),
        ],
        [t('vehicle.matchedOn'), v.matchedOn ?? '–'],
        [t('vehicle.info.lastSeen'), v.lastSeenAt === null ? t('state.never') : momentText(v.lastSeenAt)],
      ],
    },
    {
      title: t('vehicle.info.sale'),
      rows: [
        [t('vehicle.dealer'), v.dealer.name],
        [t('vehicle.person'), v.person?.name ?? '–'],
        [t('vehicle.info.shippedOn'), v.shippedOn ?? '–'],
        [t('vehicle.soldOn'), v.soldOn ?? t('vehicle.info.unsold')],
        [t('vehicle.memo'), v.statusMemo || '–'],
      ],
      owner: true,
    },
  ] as const;
  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY="auto"
      p={{ base: '3', md: '4' }}
      bg="ground"
      display="grid"
      gap="3"
      gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 340px), 1fr))"
      // a card that hides its overflow would give way where the page has to scroll
      gridAutoRows="max-content"
      alignContent="start"
    >
      {parts.map((p) => (
        <Card key={p.title} as="section" px="4" py="3">
          <chakra.h2 textStyle="strong" mb="2">
            {p.title}
          </chakra.h2>
          <Facts rows={p.rows} />
          {'owner' in p && (
            <chakra.section aria-label={t('vehicle.customer')} mt="2" pt="2" borderTop="1px solid" borderColor="line">
              <Owner vehicle={v} />
            </chakra.section>
          )}
        </Card>
      ))}
      <CorrectionsCard vehicle={v} />
      <OwnershipCard id={v.id} />
      <DevicesCard id={v.id} />
    </chakra.div>
  );
}

/** Its owner, masked until a permitted member requests the full data; and whether the terms of the app are agreed to. */
function Owner({ vehicle: v }: { vehicle: VehicleDetail }) {
  const { t } = useI18n();
  const can = useCan();
  if (v.customer === null)
    return (
      <chakra.p textStyle="dense" color="ink2">
        {t(v.soldOn === null ? 'vehicle.info.unsold' : 'vehicle.info.nobodyKnown')}
      </chakra.p>
    );
  return (
    <ShowInFull masked={v.customer} endpoint={vehicles.customer} id={v.id}>
      {({ id, name, phone }) => (
        <Facts
          rows={[
            [
              t('vehicle.info.name'),
              <TextLink key="name" to={can('customer:R') ? toRecord('/customerDetail', id) : null}>
                {name}
              </TextLink>,
            ],
            [t('vehicle.info.phone'), phone ? phoneText(phone) : '–'],
            [t('ownerTerms.title'), v.terms === null ? '–' : t(`ownerTerms.${v.terms}`)],
          ]}
        />
      )}
    </ShowInFull>
  );
}
