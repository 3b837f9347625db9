import { chakra } from '@chakra-ui/react';
import type { DeviceRow } from '@headland/contracts/device';
import { vehicles } from '@headland/contracts/vehicle';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import type { Column } from '../../ui/table';
import { ConnectionLabel, Skew, StatusLabel } from './device-parts';

/** The columns of the list, and what stands instead of them on a phone. */
export function useDeviceColumns(): { columns: Column<DeviceRow>[]; phone: Column<DeviceRow>[] } {
  const { t } = useI18n();
  const can = useCan();
  const sees = can(vehicles.get.allow);
  return useMemo(() => {
    const text = (value: string | null) => <span className="num">{value ?? '–'}</span>;
    const connection: Column<DeviceRow> = {
      key: 'online',
      title: t('device.connection'),
      cell: (r) => <ConnectionLabel online={r.online} inUse={r.status === 'in_use'} />,
    };
    const seen: Column<DeviceRow> = {
      key: 'lastSeenAt',
      title: t('device.lastSeen'),
      sort: 'lastSeenAt',
      align: 'right',
      cell: (r) => (
        <chakra.span className="num" color="ink2">
          <Age since={r.lastSeenAt} style="short" />
        </chakra.span>
      ),
    };
    return {
      columns: [
        {
          key: 'deviceId',
          title: t('device.id'),
          sort: 'deviceId',
          identity: true,
          cell: (r) => <b className="num">{r.deviceId}</b>,
        },
        { key: 'type', title: t('device.type'), cell: (r) => t('device.typeN', { n: r.type }) },
        { key: 'status', title: t('device.status'), sort: 'status', cell: (r) => <StatusLabel status={r.status} /> },
        connection,
        {
          key: 'vin',
          title: t('device.vin'),
          cell: (r) =>
            r.vehicle === null ? (
              <chakra.span color="ink3">{t('device.noVehicle')}</chakra.span>
            ) : (
              <chakra.span className="num" css={linkCss}>
                {sees ? (
                  <Link to={toRecord('/statusDetail', r.vehicle.id)} onClick={(e) => e.stopPropagation()}>
                    {r.vehicle.vin}
                  </Link>
                ) : (
                  r.vehicle.vin
                )}
              </chakra.span>
            ),
        },
        { key: 'model', title: t('device.model'), cell: (r) => r.vehicle?.model ?? '–' },
        { key: 'firmware', title: t('device.firmware'), sort: 'firmware', cell: (r) => text(r.firmware) },
        { key: 'sim', title: t('device.sim'), cell: (r) => text(r.sim) },
        { key: 'activation', title: t('device.activation'), cell: (r) => text(r.activation) },
        { key: 'rssi', title: t('device.signal'), align: 'right', cell: (r) => <Figure value={r.rssi} /> },
        seen,
        {
          key: 'intervalSeconds',
          title: t('device.interval'),
          align: 'right',
          cell: (r) => <Figure value={r.intervalSeconds} unit="s" />,
        },
        { key: 'skewMs', title: t('device.skew'), align: 'right', cell: (r) => <Skew ms={r.skewMs} /> },
      ],
      phone: [
        {
          key: 'deviceId',
          title: t('device.id'),
          sort: 'deviceId',
          cell: (r) => (
            <chakra.span display="block" py="1.5" lineHeight="18px">
              <b className="num">{r.deviceId}</b>
              <chakra.small display="block" color="ink3" className="num">
                {r.vehicle?.vin ?? t('device.noVehicle')}
              </chakra.small>
            </chakra.span>
          ),
        },
        connection,
        seen,
      ],
    };
  }, [t, sees]);
}

const linkCss = {
  '& a:hover': { color: 'var(--accent)', textDecoration: 'underline' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', borderRadius: '2px' },
} as const;
