import type { GroupType, Permission, Role } from '@headland/contracts/access';
import { type Severity, severities } from '@headland/contracts/fault';
import { can, scopeIsGlobal } from './access';

export const watchMatters = ['sos', 'fault', 'offline', 'maintenance'] as const;
export type WatchMatter = (typeof watchMatters)[number];
/** Who is notified of something may read it. */
export const watchPermission: Record<WatchMatter, Permission> = {
  sos: 'sos:R',
  fault: 'breakdown:R',
  offline: 'status:R',
  maintenance: 'expendable:R',
};
export interface Watcher {
  groupType: GroupType;
  role: Role;
  organizationId: number;
}

export const mayWatch = ({ groupType, role }: Pick<Watcher, 'groupType' | 'role'>, matter: WatchMatter): boolean =>
  can(groupType, role, 'status:R') && can(groupType, role, watchPermission[matter]);

/**
 * Whether a watcher is notified now: with the rights and the scope of this moment, not of the one in which the vehicle
 * was chosen. `path`: the organizations above the vehicle's dealer, and the dealer.
 */
export const isNotified = (watcher: Watcher, matter: WatchMatter, path: readonly number[]): boolean =>
  mayWatch(watcher, matter) && (scopeIsGlobal(watcher.groupType) || path.includes(watcher.organizationId));

/** The choices "from this severity on" that a fault of this severity meets: its own and the less grave ones. */
export const choicesMetBy = (severity: Severity): Severity[] => severities.slice(severities.indexOf(severity));

/** What a sweep finds about a vehicle whose silence is watched. */
export interface Silence {
  hours: number;
  lastSeenAt: Date;
  /** the last message before the silence that was notified; null: none is */
  notifiedFor: Date | null;
}
/** `offline`: silent for so long, not notified yet; `online`: a message came after a silence that was notified. */
export function silenceNews({ hours, lastSeenAt, notifiedFor }: Silence, now: Date): 'offline' | 'online' | null {
  const silent = now.getTime() - lastSeenAt.getTime() >= hours * 3_600_000;
  const resumed = notifiedFor !== null && lastSeenAt.getTime() > notifiedFor.getTime();
  if (silent) return notifiedFor === null || resumed ? 'offline' : null;
  return resumed ? 'online' : null;
}
