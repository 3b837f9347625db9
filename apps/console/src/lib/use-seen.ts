import { useCallback, useEffect, useRef } from 'react';
import { Problem } from './call';

/**
 * The version that a form was opened with, for its request: `form.submit((body) => seen((version) => send(…, { body: {
 * ...body, version } })))`. If a colleague has acted since, the user is told so; the next submit counts as seen.
 */
export function useSeen(version: number, begun: boolean): <T>(act: (version: number) => Promise<T>) => Promise<T> {
  const seen = useRef(version);
  useEffect(() => {
    if (!begun) seen.current = version;
  }, [version, begun]);
  return useCallback(async (act) => {
    try {
      return await act(seen.current);
    } catch (error) {
      if (error instanceof Problem && error.code === 'CHANGED_MEANWHILE' && typeof error.values.version === 'number')
        seen.current = error.values.version;
      throw error;
    }
  }, []);
}
