import type { Role } from '@headland/contracts/access';
import { organizations } from '@headland/contracts/organization';
import { session } from '@headland/contracts/session';
import { type UserBody, users } from '@headland/contracts/user';
import { logIn } from '@headland/testing/log-in';
import type { z } from 'zod';
import { type Api, ask, type Person } from './api';
import { linkIn, mailTo, passwordIn } from './mailbox';
import { letters, someEmail, somePassword, somePhone } from './names';
import { productUrl } from './product';

/** A member of this journey only, so that it does not disturb others. */
export interface Member extends Person {
  userId: number;
  name: string;
  phone: string;
  email: string;
  organization: string;
}
export interface Place {
  organization: string;
  role?: Role;
}

export async function organizationId(clerk: Api, name: string): Promise<number> {
  const found = (await clerk.call(organizations.tree)).find((o) => o.name === name);
  if (found === undefined) throw new Error(`No organisation ${name}.`);
  return found.id;
}

/** Registered with an ID; the temporary password came by e-mail. */
export async function registered(clerk: Api, place: Place): Promise<Member> {
  const id = `e2e${letters()}`;
  const { email, name, phone, userId } = await create(clerk, place, id);
  const { text } = await mailTo(email);
  return { id, password: passwordIn(text), userId, name, phone, email, organization: place.organization };
}

/** Registered, with the temporary password changed. */
export async function newMember(clerk: Api, place: Place): Promise<Member> {
  const member = await registered(clerk, place);
  const { changeToken } = await logIn(productUrl(), member);
  const password = somePassword();
  await ask(session.forcedChange, {
    body: { changeToken: changeToken ?? '', current: member.password, next: password },
  });
  return { ...member, password };
}

/** Invited by e-mail, not registered yet. */
export async function invited(clerk: Api, place: Place): Promise<{ userId: number; link: string }> {
  const { email, userId } = await create(clerk, place);
  return { userId, link: linkIn((await mailTo(email)).text) };
}

async function create(
  clerk: Api,
  { organization, role = 'STAFF' }: Place,
  loginId?: string,
): Promise<Pick<Member, 'userId' | 'name' | 'phone' | 'email'>> {
  const made = { name: `Nam ${letters()}`, email: someEmail(), phone: somePhone() };
  const body: z.input<typeof UserBody> = {
    ...made,
    role,
    organizationId: await organizationId(clerk, organization),
    ...(loginId === undefined ? {} : { loginId }),
  };
  const { id } = await clerk.call(users.create, { body });
  return { ...made, userId: id };
}
