import { type FlashFrame, type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { mayCancel } from '@headland/domain/reprogram/offer';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFlashFrames, useSubscription } from '../../lib/live/live';
import { query } from '../../lib/session/session';
import { hasEnded } from './flash-labels';

/** Blocks come with the stream; where that is lost a run is read again so often all the same. */
const fallBackMs = 10_000;

interface Runs {
  rows: FlashRun[];
  page: { number: number; size: number; total: number };
}

/** The last programs of a vehicle, newest first, with how far the one on its way is by the stream. */
export function useRuns(vehicleId: number) {
  const cache = useQueryClient();
  const asked = query(reprogram.runs, { params: { id: vehicleId }, query: { size: 10 } });
  useSubscription({ vehicles: [vehicleId] });
  useFlashFrames((frame) => {
    if (frame.vehicleId === vehicleId)
      cache.setQueryData<Runs>(asked.queryKey, (runs) => runs && withFrame(runs, frame));
  });
  return useQuery({
    ...asked,
    refetchInterval: ({ state }) => {
      const [newest] = state.data?.rows ?? [];
      return newest !== undefined && !hasEnded(newest.state) ? fallBackMs : false;
    },
  });
}

/** One that has ended stays so: a frame may be older than what was read. */
function withFrame(runs: Runs, frame: FlashFrame): Runs {
  const rows = runs.rows.map((run) =>
    run.id === frame.id && !hasEnded(run.state)
      ? { ...run, ...frame, mayCancel: run.mayCancel && mayCancel(frame.state) }
      : run,
  );
  return { ...runs, rows };
}
