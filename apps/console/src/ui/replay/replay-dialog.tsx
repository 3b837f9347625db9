import { chakra } from '@chakra-ui/react';
import type { Incident } from '@headland/contracts/shared-shapes';
import type { UseQueryResult } from '@tanstack/react-query';
import { Dialog } from '../dialog';
import { ErrorState, Skeleton } from '../states';
import { IncidentReplay, type ReplaySensor } from './incident-replay';

interface Props {
  /** names the subject: VIN, and what happened */
  title: string;
  result: UseQueryResult<Incident>;
  /** drawn first, those most relevant to the incident */
  charts: readonly ReplaySensor[];
  onClose: () => void;
}

/** The hour around an alert, over the page: a queue stays where it was behind it. */
export function ReplayDialog({ title, result: { data, error, refetch }, charts, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title} width="1320px">
      <chakra.div
        h={{ base: 'auto', lg: 'calc(100dvh - 244px)' }}
        minH={{ lg: '400px' }}
        display="flex"
        flexDirection="column"
      >
        {data ? (
          <IncidentReplay incident={data} charts={charts} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} height={64} />
        )}
      </chakra.div>
    </Dialog>
  );
}
