import { session as endpoints } from '@headland/contracts/session';
import { z } from 'zod';
import { call } from './session';

/** In the storage of this tab: an answer that another browser asked for is not taken. */
const key = 'headlandSignOn';
const Begun = z.object({ state: z.string(), redirect: z.string().optional() });

/** Sends this tab to the company's directory; it comes back to /sso. */
export async function startSignOn(redirect: string | undefined): Promise<void> {
  const { url, state } = await call(endpoints.signOnStart, {});
  sessionStorage.setItem(key, JSON.stringify({ state, redirect }));
  window.location.assign(url);
}

/** What this tab has begun, once; null for an answer to something else. */
export function takeSignOn(query: string): z.output<typeof Begun> | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    const begun = Begun.parse(JSON.parse(stored ?? 'null'));
    return new URLSearchParams(query).get('state') === begun.state ? begun : null;
  } catch {
    return null;
  }
}
