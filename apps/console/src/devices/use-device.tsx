import { chakra } from '@chakra-ui/react';
import { type DeviceDetail, devices } from '@headland/contracts/device';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../lib/call';
import { useWords } from '../lib/text';
import { query } from '../session/session';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';

/** While the config is on its way, and at all: what the page shows of a device changes with each of its messages. */
const deliveryMs = 3_000;
const lookMs = 30_000;

/** The device whose number stands in the address: a skeleton, an error with another try, "not found", or what stands inside. `watching` reads it again by itself. */
export function WithDevice({
  watching = false,
  children,
}: {
  watching?: boolean;
  children: (device: DeviceDetail, look: () => Promise<DeviceDetail | undefined>) => ReactNode;
}) {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^[1-9]\d{0,8}$/u.test(number ?? '') ? Number(number) : null;
  const { data, error, refetch } = useQuery({
    ...query(devices.get, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (!watching || !state.data ? false : isUnderWay(state.data) ? deliveryMs : lookMs),
  });
  if (id === null) return <DeviceMissing />;
  if (!data) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <DeviceMissing />;
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />;
  }
  return children(data, () => refetch().then((now) => now.data));
}

/** A wish that the broker does not have yet. */
export const isWaiting = ({ config: { wantedAt, sentAt } }: DeviceDetail): boolean => wantedAt !== null && (sentAt === null || Date.parse(sentAt) < Date.parse(wantedAt));
const isUnderWay = (d: DeviceDetail): boolean => isWaiting(d) || (d.online && d.config.sent !== null && !d.config.confirmed);

function DeviceMissing() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('device.missing')}
      text={t('common.notFoundText')}
      action={
        <chakra.span color="accent" fontWeight="500">
          <Link to="/device">{t('device.toList')}</Link>
        </chakra.span>
      }
    />
  );
}
