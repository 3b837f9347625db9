import { diagnosis, type RecordingMark } from '@headland/contracts/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../session/session';
import { afterAll } from './use-recording';

const none: RecordingMark[] = [];
/** The moments of a recording that somebody pointed out; none where there is no recording. */
export function useMarks(recordingId: number | null): readonly RecordingMark[] {
  const { data } = useQuery({ ...query(diagnosis.recording, { params: { recordingId: recordingId ?? 0 }, query: { after: afterAll } }), enabled: recordingId !== null });
  return useMemo(() => data?.marks ?? none, [data]);
}
