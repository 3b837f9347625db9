import { type FlashFrame, type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { hasEnded, mayCancel } from '@headland/domain/reprogram/offer';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFlashFrames, useSubscription } from '../../lib/live/live';
import { query } from '../../lib/session/session';

/** Progress comes with the stream; if that is lost a run is still refetched this often. */
const fallBackMs = 10_000;

interface Runs {
  rows: FlashRun[];
  page: { number: number; size: number; total: number };
}

/** The last runs of a vehicle, newest first, with the live progress of the current one. */
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

/** An ended one stays so: a frame may be older than the fetched data. */
function withFrame(runs: Runs, frame: FlashFrame): Runs {
  const rows = runs.rows.map((run) =>
    run.id === frame.id && !hasEnded(run.state)
      ? { ...run, ...frame, mayCancel: run.mayCancel && mayCancel(frame.state) }
      : run,
  );
  return { ...runs, rows };
}
