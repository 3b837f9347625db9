import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../lib/i18n';
import type { Screen } from '../lib/screen';
import { query, useCan } from '../lib/session/session';
import { Count } from '../ui/tabs';

/** The count beside a menu entry. */
export function Badge({ screen }: { screen: Screen }) {
  const t = useT();
  const counts = useBadgeCounts();
  const n = screen.badge ? counts[screen.badge] : 0;
  const loud = screen.badge === 'sosRaised' ? { bg: 'now.fill', color: 'now.on' } : {};
  if (n === 0 || !screen.badge) return null;
  // a tab of the page may count more: what is being worked on, too
  const counted = t(`badge.${screen.badge}`, { n });
  return (
    <Count {...loud} title={counted}>
      <span aria-hidden>{n > 999 ? '999+' : n}</span>
      <span className="sr">{counted}</span>
    </Count>
  );
}

/** On a group of the small menu, while an SOS is raised. */
export const AlarmDot = () => (useBadgeCounts().sosRaised > 0 ? <i className="dot" /> : null);

/** Occurred fault reports, raised SOS, pending transfers; refetched within a second after events. */
function useBadgeCounts(): Record<NonNullable<Screen['badge']>, number> {
  const can = useCan();
  const { data } = useQuery({
    ...query(vehicles.counts),
    enabled: can(vehicles.counts.allow),
    refetchInterval: 60_000,
  });
  const { data: transfers } = useQuery({
    ...query(ownerTransfers.counts),
    enabled: can(ownerTransfers.counts.allow),
    refetchInterval: 60_000,
  });
  const { critical, major, minor } = data?.faultsOccurred ?? { critical: 0, major: 0, minor: 0 };
  return {
    sosRaised: data?.sosRaised ?? 0,
    faultsOccurred: critical + major + minor,
    transfersAwaiting: transfers?.accepted ?? 0,
  };
}
