import type { Permission } from '@headland/contracts/access';

export type Verdict = 'in' | 'login' | 'dash';

/** Who gets to a screen. Without a session to the login; without the letter to the dashboard, which everybody may read. */
export function guard(
  needs: Permission,
  session: { signedIn: boolean; can: (permission: Permission) => boolean },
): Verdict {
  if (!session.signedIn) return 'login';
  return session.can(needs) ? 'in' : 'dash';
}

/** Where a password is changed that may do nothing else any more. */
export const changePath = { temporary: '/changePwd', expired: '/changeExpiredPwd' } as const;

/** Pages that belong to a login: nobody wants to land there after one. */
const ofTheLogin = /^\/(login|authenticateSms|findId|findPw|join|changePwd|changeExpiredPwd)\b/iu;
/** A redirect that came in through the address bar leads only to a path of this console. */
export function safeRedirect(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?![/\\])/u.test(wanted) && !ofTheLogin.test(wanted) ? wanted : '/dash';
}
