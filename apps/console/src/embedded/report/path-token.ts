import { appReportPaths } from '@headland/contracts/app-report-paths';
import type { appVehicles } from '@headland/contracts/owner-transfer';
import type { Language } from '@headland/i18n/messages';
import { appToken } from '../app-token';
import { ask, Refusal } from '../client';

/** A token for the address of one machine's report, good for ten minutes. Throws NO_TOKEN where the app gave none. */
export async function issuePathToken(id: number, language: Language): Promise<string> {
  const token = appToken();
  if (token === null) throw new Refusal('NO_TOKEN');
  const asked = { method: 'POST', token, language } as const;
  const { accessToken } = await ask<typeof appVehicles.pathToken>(appReportPaths.pathToken, { params: { id } }, asked);
  return accessToken;
}

/** Whether the token of an address ends within half a minute; one that cannot be read has ended. */
export function endsSoon(token: string, now: number): boolean {
  try {
    const [, claims = ''] = token.split('.');
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
    return exp * 1000 - now < 30_000;
  } catch {
    return true;
  }
}

export function reportAddress(
  vehicleId: number | string,
  token: string,
  query: { month?: string | null; lang?: string | null },
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return `/reportDetailApp/${vehicleId}/${token}?${search.toString()}`;
}
