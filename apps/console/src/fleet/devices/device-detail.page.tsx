import { chakra, Flex } from '@chakra-ui/react';
import { administration } from '@headland/contracts/administration';
import { type DeviceDetail, devices } from '@headland/contracts/device';
import { vehicles } from '@headland/contracts/vehicle';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { DetailCard, DetailPage, TextLink } from '../../ui/detail-page';
import { Figure } from '../../ui/figure';
import { LockedNote } from '../../ui/locked-note';
import { Facts } from '../../ui/panel';
import { StateMark } from '../../ui/state-mark';
import { DeviceConfig } from './device-config';
import { DeviceHistory } from './device-history';
import { ConnectionLabel, isSkewed, Skew, StatusLabel } from './device-parts';
import { DeviceTraffic } from './device-traffic';
import { RawMessages } from './raw-messages';
import { UnregisterDevice } from './unregister-device';
import { useLiveDevices } from './use-live-devices';
import { useDeviceList, WithDevice } from './use-device';

/** One device: what it is, its communication, its configuration, its vehicle, what it sends, and who changed what. */
export function DeviceDetailPage() {
  return <WithDevice watching>{(device) => <Device key={device.id} device={device} />}</WithDevice>;
}

function Device({ device: read }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const list = useDeviceList();
  const [live] = useLiveDevices([read]);
  const device = { ...read, ...live };
  const inUse = device.status === 'in_use';
  return (
    <DetailPage
      title={device.deviceId}
      beside={<ConnectionLabel online={device.online} inUse={inUse} />}
      list={list}
      actions={<Actions device={device} />}
    >
      {device.locked && (
        <chakra.div gridColumn="1 / -1">
          <LockedNote>{t(`device.lock.${device.locked}`)}</LockedNote>
        </chakra.div>
      )}
      <DetailCard title={t('device.about')}>
        <About device={device} />
      </DetailCard>
      <DetailCard title={t('device.link')}>
        <Connection device={device} />
      </DetailCard>
      <DetailCard title={t('device.config')}>
        <DeviceConfig device={device} />
      </DetailCard>
      <DetailCard title={t('device.vehicle')}>
        <InVehicle device={device} />
      </DetailCard>
      <DetailCard title={t('device.traffic')} wide>
        <DeviceTraffic traffic={device.traffic}>
          <Quarantined device={device} />
        </DeviceTraffic>
      </DetailCard>
      <DetailCard title={t('device.raw')} wide>
        <RawMessages id={device.id} />
      </DetailCard>
      <DetailCard title={t('device.history')} wide flush>
        <DeviceHistory id={device.id} />
      </DetailCard>
    </DetailPage>
  );
}

function Actions({ device }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const inUse = device.status === 'in_use';
  return (
    <>
      {can(devices.unregister.allow) && <UnregisterDevice device={device} />}
      {can(devices.change.allow) && (
        <Button
          kind="primary"
          icon={<Pencil size={15} />}
          disabled={!inUse}
          reason={inUse ? undefined : t('device.lock.notInUse')}
          onClick={() => void navigate({ to: toRecord('/deviceModi', device.id) })}
        >
          {t('device.edit')}
        </Button>
      )}
    </>
  );
}

function About({ device: d }: { device: DeviceDetail }) {
  const { t } = useI18n();
  return (
    <Facts
      rows={[
        [t('device.status'), <StatusLabel key="status" status={d.status} />],
        [t('device.type'), t('device.typeN', { n: d.type })],
        [t('device.firmware'), d.firmware ?? '–'],
        [t('device.sim'), d.sim ?? '–'],
        [t('device.activation'), d.activation ?? '–'],
        [t('device.registeredAt'), momentText(d.registeredAt)],
        ...(d.unregisteredAt === null ? [] : ([[t('device.unregisteredAt'), momentText(d.unregisteredAt)]] as const)),
      ]}
    />
  );
}

function Connection({ device: d }: { device: DeviceDetail }) {
  const { t, number, age } = useI18n();
  return (
    <>
      <Facts
        rows={[
          [t('device.connection'), <ConnectionLabel key="online" online={d.online} inUse={d.status === 'in_use'} />],
          [t('device.lastSeen'), d.lastSeenAt === null ? '–' : <Age key="seen" since={d.lastSeenAt} ago />],
          [t('device.rssi'), <Figure key="rssi" value={d.rssi} unit="dBm" />],
          [
            <Explained
              key="starts"
              text={d.boot === null ? t('device.startsHelp') : t('device.startsNow', { boot: String(d.boot) })}
              label={t('device.starts')}
            />,
            d.starts === 0 ? '–' : number(d.starts),
          ],
          [t('device.seq'), d.seq === null ? '–' : number(d.seq)],
          [t('device.skew'), <Skew key="skew" ms={d.skewMs} />],
        ]}
      />
      {isSkewed(d.skewMs) && (
        <Flex role="status" mt="2" gap="1.5" align="baseline" textStyle="small" color="watch.ink">
          <StateMark state="watch" size={9} />
          {t('device.skewWarning', { age: age(Math.abs(d.skewMs ?? 0)) })}
        </Flex>
      )}
    </>
  );
}

/** A label that needs an explanation. */
function Explained({ label, text }: { label: string; text: string }) {
  return (
    <chakra.span title={text} borderBottom="1px dotted" borderColor="lineStrong">
      {label}
    </chakra.span>
  );
}

function InVehicle({ device: d }: { device: DeviceDetail }) {
  const { t } = useI18n();
  const can = useCan();
  if (d.vehicle === null)
    return (
      <div>
        <p>{t('device.noVehicle')}</p>
        <chakra.p textStyle="dense" color="ink3">
          {t(d.status === 'in_use' ? 'device.noVehicleText' : 'device.noVehicleLocked')}
        </chakra.p>
      </div>
    );
  const { id, vin, model } = d.vehicle;
  return (
    <Facts
      rows={[
        [
          t('device.vin'),
          <TextLink key="vin" to={can(vehicles.get.allow) ? toRecord('/statusDetail', id) : null}>
            {vin}
          </TextLink>,
        ],
        [t('device.model'), model],
        [t('device.dealer'), d.organization?.name ?? '–'],
        [t('device.matchedOn'), d.matchedOn ?? '–'],
      ]}
    />
  );
}

/** How many could not be read, and the way to them for who may. */
function Quarantined({ device: d }: { device: DeviceDetail }) {
  const { t, number } = useI18n();
  const can = useCan();
  const figure = (
    <chakra.b textStyle="head" className="num" color={d.quarantined > 0 ? 'watch.ink' : 'ink'}>
      {number(d.quarantined)}
    </chakra.b>
  );
  return (
    <chakra.div title={t('device.quarantinedHelp')}>
      <chakra.div textStyle="small" color="ink3">
        {t('device.quarantined')}
      </chakra.div>
      {d.quarantined > 0 && can(administration.quarantine.allow) ? (
        <Link
          to="/memberHistory"
          search={{ tab: 'quarantine', device: d.deviceId }}
          aria-label={t('device.quarantinedLook', { n: d.quarantined })}
          style={{ textDecoration: 'underline' }}
        >
          {figure}
        </Link>
      ) : (
        figure
      )}
    </chakra.div>
  );
}
