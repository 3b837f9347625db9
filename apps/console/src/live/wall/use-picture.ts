import type { LoggedEvent } from '@headland/contracts/event-log';
import { wall, type WallPicture } from '@headland/contracts/wall';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createCaller, type TokenHolder } from '../../lib/call';
import { useLiveEvents, useLiveResync } from '../../lib/live/live';
import { afterEvent } from './picture';

/**
 * The picture as it was last read, with everything that the stream has said since. A reading that was asked for before an event can arrive after
 * it and lack it, so the events are laid over each reading anew; those that it contains already change nothing.
 */
export function usePicture(holder: TokenHolder): WallPicture | undefined {
  const cache = useQueryClient();
  const { query } = useMemo(() => createCaller(holder), [holder]);
  const reading = query(wall.picture);
  const { data } = useQuery({ ...reading, refetchInterval: 30_000, refetchIntervalInBackground: true });
  const [since, setSince] = useState<readonly LoggedEvent[]>([]);
  useLiveEvents((event) => {
    if (!('sos' in event.payload || 'fault' in event.payload)) return;
    setSince((old) => [...old.filter((e) => e.number > (data?.head ?? 0)), event]);
    // today's figures and the medians come with the next reading only
    if (
      event.name !== 'sos.raised' &&
      (event.name.startsWith('sos.') || event.name === 'fault.accepted' || event.name === 'fault.completed')
    )
      void cache.invalidateQueries({ queryKey: reading.queryKey });
  });
  useLiveResync(() => setSince([]));
  return useMemo(() => data && since.reduce(afterEvent, data), [data, since]);
}
