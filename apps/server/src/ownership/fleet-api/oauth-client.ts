/** The client of a token request, by RFC 6749, 2.3.1: in the header `Authorization: Basic`, or in the form; not in both. */
export type OAuthClient = { id: string; secret: string } | { error: 'invalid_client' | 'invalid_request' };

interface Form {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}
export function clientFrom(authorization: string | undefined, form: Form): OAuthClient {
  if (authorization === undefined) {
    if (!form.client_id || !form.client_secret) return { error: 'invalid_client' };
    return { id: form.client_id, secret: form.client_secret };
  }
  const encoded = /^Basic +([\w+/=-]+)$/iu.exec(authorization)?.[1];
  const client = encoded === undefined ? null : basicFrom(encoded);
  if (client === null) return { error: 'invalid_client' };
  // the same id once more in the form is redundant
  const twice = form.client_secret !== undefined || (form.client_id !== undefined && form.client_id !== client.id);
  return twice ? { error: 'invalid_request' } : client;
}

/** Both parts are encoded like a form before they are joined. */
function basicFrom(encoded: string): { id: string; secret: string } | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 1) return null;
    const part = (s: string): string => decodeURIComponent(s.replaceAll('+', ' '));
    return { id: part(text.slice(0, colon)), secret: part(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}
