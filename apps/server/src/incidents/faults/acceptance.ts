import type { z } from 'zod';
import type { AcceptFaultBody } from '@headland/contracts/fault';
import type { Acceptance } from '@headland/domain/fault';
import { agencyInScope } from '../../people/organizations/agency.reads';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';

export type AcceptBody = z.output<typeof AcceptFaultBody>;

/**
 * Resolves the agency and the person of a body: the agency within the caller's scope, the person within that agency.
 */
export async function acceptanceOf(tx: Tx, body: AcceptBody, scope: Scope): Promise<Acceptance> {
  const agency = await agencyInScope(tx, body.agencyId, scope);
  const person =
    body.personId === undefined
      ? body.personName === undefined
        ? null
        : { id: null, name: body.personName }
      : await memberOf(tx, agency.id, body.personId);
  return { agencyId: agency.id, person, channel: body.channel, memo: body.memo };
}

async function memberOf(tx: Tx, agencyId: number, userId: number): Promise<{ id: number; name: string }> {
  const [member] = await tx.query<{ id: number; name: string }[]>(
    'SELECT id, name FROM user_account WHERE id = $1 AND organization_id = $2 AND active AND login_id IS NOT NULL',
    [userId, agencyId],
  );
  if (member === undefined) throw new Problem('E0001', {}, { personId: 'field.invalid' });
  return member;
}
