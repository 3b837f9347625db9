import { chakra } from '@chakra-ui/react';
import { production, type ProductionDetail } from '@headland/contracts/production';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Problem } from '../lib/call';
import { useWords } from '../lib/text';
import { query } from '../session/session';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';

interface Props {
  children: (unit: ProductionDetail, look: () => Promise<ProductionDetail | undefined>) => ReactNode;
}
/** The unit of the address as it is read: a skeleton, an error with another try, "not found", or what stands inside. */
export function WithUnit({ children }: Props) {
  const { number } = useParams({ strict: false }) as { number?: string };
  const id = /^[1-9]\d{0,8}$/u.test(number ?? '') ? Number(number) : null;
  return id === null ? (
    <Missing />
  ) : (
    <Read key={id} id={id}>
      {children}
    </Read>
  );
}

function Read({ id, children }: Props & { id: number }) {
  const { data, error, refetch } = useQuery(query(production.get, { params: { id } }));
  // one that was shipped to somebody else meanwhile is gone for whoever does not see it any more
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <Missing />;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />;
  return children(data, () => refetch().then((now) => now.data));
}

/** Unknown and out of scope look alike. */
function Missing() {
  const { t } = useWords();
  return (
    <EmptyState
      title={t('production.missing')}
      text={t('common.notFoundText')}
      action={
        <chakra.span color="accent" fontWeight="500">
          <Link to="/production">{t('production.toList')}</Link>
        </chakra.span>
      }
    />
  );
}
