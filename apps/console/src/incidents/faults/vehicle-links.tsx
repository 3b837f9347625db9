import { chakra, Flex } from '@chakra-ui/react';
import type { Permission } from '@headland/contracts/access';
import type { MessageKey } from '@headland/i18n/catalogue';
import { Link, useRouter } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { type RecordPath, toRecord } from '../../lib/paths';

const doors: readonly { path: RecordPath; permission: Permission; label: MessageKey }[] = [
  { path: '/statusDetail', permission: 'status:R', label: 'fault.toVehicle' },
  { path: '/remoteDetail', permission: 'remote:R', label: 'fault.toDiagnosis' },
  { path: '/afterServiceDetail', permission: 'afterService:R', label: 'fault.toService' },
];

/** Links to the pages of the vehicle that this member may read. */
export function VehicleLinks({ id }: { id: number }) {
  const { t } = useI18n();
  const can = useCan();
  const { routesByPath } = useRouter() as { routesByPath: Record<string, unknown> };
  const shown = doors.filter((d) => `${d.path}/$number` in routesByPath && can(d.permission));
  if (id === 0 || shown.length === 0) return null;
  return (
    <Flex gap="3" wrap="wrap" textStyle="dense">
      {shown.map((d) => (
        <chakra.span key={d.path} color="accent">
          <Link to={toRecord(d.path, id)}>{t(d.label)}</Link>
        </chakra.span>
      ))}
    </Flex>
  );
}
