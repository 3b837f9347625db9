import { type ModelDetail, models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../lib/call';
import { query } from '../session/session';
import { ErrorState, Skeleton } from '../ui/states';
import { ModelMissing } from './model-missing';

/** The number in the address: a record, 0 for a new one, or nothing that could be a number. */
export function useNumber(): number | null {
  const { number } = useParams({ strict: false }) as { number?: string };
  return /^\d{1,9}$/u.test(number ?? '') ? Number(number) : null;
}

/** How often one looks how far the devices have been told. */
const deliveryEveryMs = 3_000;

interface Props {
  id: number | null;
  /** watches how far a changed configuration has come, until every device has it */
  watching?: boolean;
  children: (model: ModelDetail, look: () => Promise<ModelDetail | undefined>) => ReactNode;
}
/** A model as it is read: a skeleton, an error with another try, "not found", or what stands inside. */
export function WithModel({ id, watching = false, children }: Props) {
  const { data, error, refetch } = useQuery({
    ...query(models.get, { params: { id: id ?? 0 } }),
    enabled: id !== null && id !== 0,
    refetchInterval: ({ state }) => (watching && state.data && underWay(state.data.delivery) ? deliveryEveryMs : false),
  });
  if (id === null || id === 0) return <ModelMissing />;
  if (!data) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return <ModelMissing />;
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />;
  }
  return children(data, () => refetch().then((now) => now.data));
}

export const underWay = ({ devices, confirmed }: ModelDetail['delivery']): boolean => confirmed < devices;
