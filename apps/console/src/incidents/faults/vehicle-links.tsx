import { chakra, Flex } from '@chakra-ui/react';
import type { Permission } from '@headland/contracts/access';
import type { MessageKey } from '@headland/i18n/catalogue';
import { Link, useRouter } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';

const doors: readonly { path: string; permission: Permission; label: MessageKey }[] = [
  { path: '/statusDetail/$number', permission: 'status:R', label: 'fault.toVehicle' },
  { path: '/remoteDetail/$number', permission: 'remote:R', label: 'fault.toDiagnosis' },
  { path: '/afterServiceDetail/$number', permission: 'afterService:R', label: 'fault.toService' },
];

/** To the pages of the vehicle that this member may read, as far as the console has them. */
export function VehicleLinks({ id }: { id: number }) {
  const { t } = useI18n();
  const can = useCan();
  const { routesByPath } = useRouter() as { routesByPath: Record<string, unknown> };
  const shown = doors.filter((d) => d.path in routesByPath && can(d.permission));
  if (id === 0 || shown.length === 0) return null;
  return (
    <Flex gap="3" wrap="wrap" textStyle="dense">
      {shown.map((d) => (
        <chakra.span key={d.path} color="accent">
          <Link to={d.path as never} params={{ number: String(id) } as never}>
            {t(d.label)}
          </Link>
        </chakra.span>
      ))}
    </Flex>
  );
}
