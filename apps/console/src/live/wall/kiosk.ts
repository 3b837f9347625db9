import type { Envelope } from '@headland/contracts/endpoint';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { z } from 'zod';
import { addressOf, Problem, type TokenHolder } from '../../lib/call';
import { store } from '../../lib/session/store';

const kept = 'headlandKiosk';
const Kept = z.object({ token: z.string(), name: z.string() });

/** The token of this display: from the address once, which is then cleaned, and from this browser afterwards. */
export function takeKioskToken(): string | null {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('token');
  if (given) {
    localStorage.setItem(kept, JSON.stringify({ token: given, name: '' }));
    address.searchParams.delete('token');
    window.history.replaceState(null, '', address);
  }
  return readKept()?.token ?? null;
}
/** Its name as last known: what "not authorised" can still say. */
export const kioskName = (): string => readKept()?.name ?? '';

function readKept(): z.output<typeof Kept> | null {
  try {
    const parsed = Kept.safeParse(JSON.parse(localStorage.getItem(kept) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const noLonger = new Set(['E0105', 'NO_TOKEN', 'BAD_TOKEN']);

/**
 * A wall keeps its access token in memory and gets another one with its own token, for weeks. `onEnd`: the display itself is out. `onFresh`: the
 * stream had been refused and given up, and there is a token again for another one.
 */
export function kioskHolder(
  token: string,
  { onEnd, onFresh }: { onEnd: () => void; onFresh: () => void },
): TokenHolder {
  let access: string | null = null;
  let opening: Promise<void> | null = null;
  const open = async (): Promise<void> => {
    const response = await fetch(addressOf(kiosks.open, {}), {
      headers: { [kioskHeader]: token, accept: 'application/json' },
      cache: 'no-store',
    });
    const envelope = (await response.json().catch(() => null)) as Envelope<{
      accessToken: string;
      name: string;
    }> | null;
    if (envelope?.success) {
      access = envelope.data.accessToken;
      localStorage.setItem(kept, JSON.stringify({ token, name: envelope.data.name }));
      return;
    }
    // only a clear no ends it: a server that is away comes back
    if (envelope && noLonger.has(envelope.error.code)) {
      const name = envelope.error.values?.name;
      if (typeof name === 'string') localStorage.setItem(kept, JSON.stringify({ token, name }));
      onEnd();
    }
    throw new Problem(envelope?.error.code ?? 'NETWORK');
  };
  const renew = (): Promise<void> => (opening ??= open().finally(() => (opening = null)));
  return {
    access: () => access,
    refresh: () => null,
    took: (fresh) => (access = fresh),
    renew,
    // a token that the server does not take any more may be old; whether the display itself is out tells the next opening
    ended: () => void renew().then(onFresh, () => undefined),
    language: () => store.get().language,
  };
}
