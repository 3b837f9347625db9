import { chakra } from '@chakra-ui/react';
import type { DeviceRow } from '@headland/contracts/device';
import { vehicles } from '@headland/contracts/vehicle';
import { deviceListColumns } from '@headland/i18n/columns/devices';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import { useListColumns } from '../../ui/list-columns';
import type { Column } from '../../ui/table';
import { ConnectionLabel, Skew, StatusLabel } from './device-parts';

/** The columns of the list, and what replaces them on a phone. */
export function useDeviceColumns(): { columns: Column<DeviceRow>[]; phone: Column<DeviceRow>[] } {
  const { t } = useI18n();
  const can = useCan();
  const sees = can(vehicles.get.allow);
  const c = useListColumns(deviceListColumns);
  return useMemo(() => {
    const connection: Column<DeviceRow> = {
      ...c.online,
      cell: (r) => <ConnectionLabel online={r.online} inUse={r.status === 'in_use'} />,
    };
    const seen: Column<DeviceRow> = {
      ...c.lastSeenAt,
      align: 'right',
      cell: (r) => (
        <chakra.span color="ink2">
          <Age since={r.lastSeenAt} style="short" />
        </chakra.span>
      ),
    };
    return {
      columns: [
        { ...c.deviceId, identity: true, cell: (r) => <b>{r.deviceId}</b> },
        { ...c.type, align: 'left', cell: (r) => t('device.typeN', { n: r.type }) },
        { ...c.status, cell: (r) => <StatusLabel status={r.status} /> },
        connection,
        {
          ...c.vin,
          cell: (r) =>
            r.vehicle === null ? (
              <chakra.span color="ink3">{t('device.noVehicle')}</chakra.span>
            ) : (
              <chakra.span css={linkCss}>
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
        c.model,
        c.firmware,
        c.sim,
        c.activation,
        c.rssi,
        seen,
        {
          ...c.intervalSeconds,
          title: t('device.interval'),
          cell: (r) => <Figure value={r.intervalSeconds} unit="s" />,
        },
        { ...c.skewMs, title: t('device.skew'), cell: (r) => <Skew ms={r.skewMs} /> },
      ],
      phone: [
        {
          ...c.deviceId,
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
  }, [t, sees, c]);
}

const linkCss = {
  '& a:hover': { color: 'var(--accent)', textDecoration: 'underline' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', borderRadius: '2px' },
} as const;
