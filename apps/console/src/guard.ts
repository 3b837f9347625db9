import type { Permission } from '@headland/contracts/access';

export type Verdict = { go: 'in' } | { go: 'login'; redirect: string } | { go: 'dash' };

/** Who gets to a screen. Without a session to the login, which leads back here; without the letter to the dashboard, which everybody may read. */
export function guard(needs: Permission, address: string, session: { signedIn: boolean; can: (permission: Permission) => boolean }): Verdict {
  if (!session.signedIn) return { go: 'login', redirect: address };
  return session.can(needs) ? { go: 'in' } : { go: 'dash' };
}

/** A redirect that came in through the address bar leads only to a path of this console. */
export function safeRedirect(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?![/\\])/u.test(wanted) && !wanted.startsWith('/login') ? wanted : '/dash';
}
