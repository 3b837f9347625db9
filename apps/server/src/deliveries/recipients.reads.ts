import type { GroupType, Permission, Role } from '@headland/contracts/access';
import { can } from '@headland/domain/access';
import type { Tx } from '../platform/database/rows';
import type { Message } from './delivery';

export interface Recipients {
  organization: { id: number; name: string; phone: string | null };
  people: { id: number; name: string; phone: string | null }[];
}

/** The members of an organisation who may act on such a thing; where nobody may, all its members. */
export async function recipientsOf(tx: Tx, organizationId: number, permission: Permission): Promise<Recipients> {
  const [organization] = await tx.query<Recipients['organization'][]>('SELECT id, name, phone FROM organization WHERE id = $1', [organizationId]);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const members = await tx.query<(Recipients['people'][number] & { group_type: GroupType; role: Role })[]>(
    'SELECT id, name, phone, group_type, role FROM user_account WHERE organization_id = $1 AND active ORDER BY id',
    [organizationId],
  );
  const able = members.filter((m) => can(m.group_type, m.role, permission));
  return { organization, people: able.length > 0 ? able : members };
}

/** One message a person and channel. An organisation without members gets it at its own telephone; one that nobody reaches has it in the log as failed. */
export function messagesTo({ organization, people }: Recipients, why: string, channel: 'push' | 'sms' | 'both', text: string): Message[] {
  const messages: Message[] = people.flatMap(({ id, name, phone }) => [
    ...(channel === 'sms' ? [] : [{ reason: `${why}:push:${id}`, channel: 'push' as const, recipient: name, address: String(id), text }]),
    ...(channel === 'push' || phone === null ? [] : [{ reason: `${why}:sms:${id}`, channel: 'sms' as const, recipient: name, address: phone, text }]),
  ]);
  if (messages.length > 0) return messages;
  const own = { channel: 'sms' as const, recipient: organization.name, text };
  if (organization.phone !== null && channel !== 'push') return [{ ...own, reason: `${why}:sms:organization`, address: organization.phone }];
  return [{ ...own, channel: channel === 'push' ? 'push' : 'sms', reason: `${why}:nobody`, address: '', problem: 'noRecipient' }];
}
