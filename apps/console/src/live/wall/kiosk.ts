import type { Envelope } from '@headland/contracts/endpoint';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { z } from 'zod';
import { addressOf, Problem, type TokenHolder } from '../../lib/call';
import { kioskKey } from '../../lib/session/kiosk-key';
import { store } from '../../lib/session/store';

/** As its token was configured when it was last read: it begins with that, and so does what it shows without a server. */
const Look = z.object({ theme: z.enum(['dark', 'light']).catch('dark'), language: z.enum(['ko', 'en']).optional() });
export type KioskLook = z.output<typeof Look>;
const dark: KioskLook = { theme: 'dark' };
const StoredKiosk = z.object({ token: z.string(), name: z.string(), look: Look.catch(dark).default(dark) });
type StoredKiosk = z.output<typeof StoredKiosk>;

/** The token of this display: from the URL once, which is then cleaned, and from local storage later. */
export function readKioskToken(): string | null {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('token');
  if (given) {
    write({ token: given, name: '', look: dark });
    address.searchParams.delete('token');
    window.history.replaceState(null, '', address);
  }
  return readStored()?.token ?? null;
}
/** Its last known name: still shown with "not authorised". */
export const kioskName = (): string => readStored()?.name ?? '';

export const kioskLook = (): KioskLook => readStored()?.look ?? dark;
export function keepLook(look: KioskLook): KioskLook {
  const stored = readStored();
  if (stored !== null) write({ ...stored, look });
  return look;
}

const write = (stored: StoredKiosk): void => localStorage.setItem(kioskKey, JSON.stringify(stored));
function readStored(): StoredKiosk | null {
  try {
    const parsed = StoredKiosk.safeParse(JSON.parse(localStorage.getItem(kioskKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const retryMs = 3_000;
const noLonger = new Set(['E0105', 'NO_TOKEN', 'BAD_TOKEN']);

/**
 * A wall display keeps its access token in memory and renews it with its own token, for weeks. `onEnd`: the display
 * itself was revoked. `onFresh`: there is a token again after the stream was rejected and stopped.
 */
export function kioskHolder(
  token: string,
  { onEnd, onFresh }: { onEnd: () => void; onFresh: () => void },
): TokenHolder {
  let access: string | null = null;
  let opening: Promise<void> | null = null;
  let isOver = false;
  let freshening = false;
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
      write({ token, name: envelope.data.name, look: kioskLook() });
      return;
    }
    // only an explicit rejection ends it: a server that is away comes back
    if (envelope && noLonger.has(envelope.error.code)) {
      const name = envelope.error.values?.name;
      if (typeof name === 'string') write({ token, name, look: kioskLook() });
      isOver = true;
      onEnd();
    }
    throw new Problem(envelope?.error.code ?? 'NETWORK', {}, {}, envelope?.error.reference ?? null, response.status);
  };
  const renew = (): Promise<void> => (opening ??= open().finally(() => (opening = null)));
  // nothing else starts the stream again: a server that is away is asked until it is back
  const freshen = (): void => {
    freshening = true;
    void renew().then(
      () => {
        freshening = false;
        onFresh();
      },
      () => {
        freshening = !isOver;
        if (!isOver) setTimeout(freshen, retryMs);
      },
    );
  };
  return {
    access: () => access,
    refresh: () => null,
    took: (fresh) => (access = fresh),
    renew,
    // a rejected access token may be old; the next exchange shows whether the display itself was revoked
    ended: () => {
      if (!freshening) freshen();
    },
    language: () => kioskLook().language ?? store.get().language,
  };
}
