import { type DeviceDetail, devices } from '@headland/contracts/device';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { type RecordList, WithRecord } from '../../ui/with-record';

/** While the config is on its way, and at all: what the page shows of a device changes with each of its messages. */
const deliveryMs = 3_000;
const pollMs = 30_000;

/** The list that a device belongs to. */
export function useDeviceList(): RecordList {
  const { t } = useI18n();
  return { to: '/device', label: t('device.toList'), missing: t('device.missing') };
}

/** The device whose number is in the address. `watching` refetches it periodically. */
export function WithDevice({
  watching = false,
  fresh = false,
  children,
}: {
  watching?: boolean;
  /** for a form */
  fresh?: boolean;
  children: (device: DeviceDetail, refetch: () => Promise<DeviceDetail | undefined>) => ReactNode;
}) {
  return (
    <WithRecord
      endpoint={devices.get}
      list={useDeviceList()}
      fresh={fresh}
      every={(device) => (!watching ? false : isUnderWay(device) ? deliveryMs : pollMs)}
    >
      {children}
    </WithRecord>
  );
}

/** A configuration that has not been sent to the broker yet. */
export const isWaiting = ({ config: { wantedAt, sentAt } }: DeviceDetail): boolean =>
  wantedAt !== null && (sentAt === null || Date.parse(sentAt) < Date.parse(wantedAt));
const isUnderWay = (d: DeviceDetail): boolean =>
  isWaiting(d) || (d.online && d.config.sent !== null && !d.config.confirmed);
