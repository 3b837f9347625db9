import type { LoggedEvent } from '@headland/contracts/event-log';
import { wall, type WallPicture } from '@headland/contracts/wall';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createCaller, type TokenHolder } from '../../lib/call';
import { useLiveEvents, useLiveResync } from '../../lib/live/live';
import { afterEvent } from './picture';

/**
 * The last fetched data with all later events applied. A response can arrive after an event and lack it, so the events
 * are applied to each response again; those already included change nothing.
 */
export function usePicture(holder: TokenHolder): WallPicture | undefined {
  const cache = useQueryClient();
  const { query } = useMemo(() => createCaller(holder), [holder]);
  const reading = query(wall.picture);
  const { data } = useQuery({ ...reading, refetchInterval: 30_000, refetchIntervalInBackground: true });
  const [since, setSince] = useState<readonly LoggedEvent[]>([]);
  useLiveEvents((event) => {
    if (event.name === 'kiosk.changed') void cache.invalidateQueries({ queryKey: reading.queryKey });
    if (!('sos' in event.payload || 'fault' in event.payload)) return;
    setSince((old) => [...old.filter((e) => e.number > (data?.head ?? 0)), event]);
    // today's counts and the medians only come with the next fetch
    if (
      event.name !== 'sos.raised' &&
      (event.name.startsWith('sos.') || event.name === 'fault.accepted' || event.name === 'fault.completed')
    )
      void cache.invalidateQueries({ queryKey: reading.queryKey });
  });
  useLiveResync(() => setSince([]));
  return useMemo(() => data && since.reduce(afterEvent, data), [data, since]);
}
