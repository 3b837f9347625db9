import type { Answer } from '@headland/contracts/endpoint';
import { type Member, session as endpoints } from '@headland/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from './session';
import { useStored } from './store';

/** The logged-in member, from the server: organization, role, units. Null until loaded. */
export function useMember(): Member | null {
  const [session] = useStored('session');
  const { data } = useQuery({
    ...query(endpoints.member, { params: { id: session?.id ?? '-' } }),
    enabled: session !== null,
    staleTime: 5 * 60_000,
  });
  return data?.[0] ?? null;
}

/** Distances in km or miles: as chosen in the account menu, else from the member's record. */
export function useUnits(): 'km' | 'mile' {
  const [chosen] = useStored('units');
  const member = useMember();
  return chosen ?? member?.units ?? 'km';
}

export type Config = Answer<typeof endpoints.config>;
/** The server's configuration for every console: version, map tiles, limits. */
export function useConfig(): Config | null {
  const { data } = useQuery({
    ...query(endpoints.config),
    staleTime: versionEveryMs,
    refetchInterval: versionEveryMs,
    retry: true,
  });
  return data ?? null;
}

const versionEveryMs = 10 * 60_000;
/** True once the server runs another version than the loaded page: a console stays open for weeks. */
export function useNewVersion(): boolean {
  const version = useConfig()?.version;
  const [first, setFirst] = useState<string>();
  if (first === undefined && version !== undefined) setFirst(version);
  return first !== undefined && version !== undefined && first !== version;
}
