import { clockSetMark, diagnosis } from '@headland/contracts/diagnosis';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import type { StreamMark } from '../../ui/plot/stream-plot';
import { afterAll } from './use-recording';

export interface Mark extends StreamMark {
  /** automatic: the clock of the machine was set */
  isAutomatic: boolean;
}

/** The marks of a recording; none without a recording. */
export function useMarks(recordingId: number | null): readonly Mark[] {
  const t = useT();
  const { data } = useQuery({
    ...query(diagnosis.recording, { params: { recordingId: recordingId ?? 0 }, query: { after: afterAll } }),
    enabled: recordingId !== null,
  });
  return useMemo(
    () =>
      (data?.marks ?? []).map(({ at, label }) => ({
        at,
        label: label === clockSetMark ? t('remote.clockSet') : label,
        isAutomatic: label === clockSetMark,
      })),
    [data, t],
  );
}
