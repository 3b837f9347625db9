import type { Permission } from '@headland/contracts/access';

export type Verdict = 'in' | 'login' | 'dash';

/** Access to screens. Without a session to the login; without the letter to the dashboard, which everybody may read. */
export function guard(
  needs: Permission,
  session: { signedIn: boolean; can: (permission: Permission) => boolean },
): Verdict {
  if (!session.signedIn) return 'login';
  return session.can(needs) ? 'in' : 'dash';
}

/** The page of a forced password change. */
export const changePath = { temporary: '/changePwd', expired: '/changeExpiredPwd' } as const;

/** Pages of the login: never a target after logging in. */
const ofTheLogin = /^\/(login|authenticateSms|findId|findPw|join|changePwd|changeExpiredPwd)\b/iu;
/** A redirect from the address bar only leads to a path of this console. */
export function safeRedirect(wanted: unknown): string {
  return typeof wanted === 'string' && /^\/(?![/\\])/u.test(wanted) && !ofTheLogin.test(wanted) ? wanted : '/dash';
}
