import { sosCalls, type SosRow } from '@headland/contracts/sos';
import { compareSos } from '@headland/domain/sos';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveState } from '../live/live';
import { ringing } from '../live/on-event';
import { query } from '../session/session';

/** The most urgent first: roll-over, collision, button; then whoever has waited longest. A call that arrived late rings no bell. */
export function mostUrgent<C extends Pick<SosRow, 'type' | 'raisedAt' | 'status' | 'late' | 'id'>>(calls: readonly C[]): C[] {
  return calls.filter((c) => c.status === 'raised' && !c.late).sort(compareSos);
}

/**
 * The calls that nobody has acknowledged. Events put them in and take them out at once; while the stream is lost the list is asked for every
 * five seconds, so that a call is heard even then.
 */
export function useRaisedSos(enabled: boolean): { calls: SosRow[]; unreachable: boolean } {
  const { state } = useLiveState();
  const { data, isError } = useQuery({
    ...query(sosCalls.list, ringing),
    enabled,
    refetchInterval: state === 'live' ? 60_000 : 5_000,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });
  const calls = useMemo(() => mostUrgent(data?.rows ?? []), [data]);
  return { calls, unreachable: isError };
}
