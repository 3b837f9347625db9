import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Page, PageHead } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { secretState } from '../../ui/secret';

interface Issued {
  id: number;
  revokedAt: string | null;
  revokedBy: string | null;
  expiresAt?: string | null;
}
interface Props<R extends Issued> {
  tabs: ReactNode;
  label: string;
  result: { data: R[] | undefined; isPending: boolean; error: Error | null; refetch: () => Promise<unknown> };
  columns: readonly Column<R>[];
  /** the button that issues one, where the member may */
  issue: ReactNode;
  empty: { title: string; text: string };
}

/** A short list without pages: what is in force first, what is over quiet. */
export function PlainTab<R extends Issued>({
  tabs,
  label,
  result: { data, isPending, error, refetch },
  columns,
  issue,
  empty,
}: Props<R>) {
  const { t, number } = useI18n();
  const now = useNow();
  return (
    <Page
      head={
        <PageHead title={t('screen.memberHistory')} total={data && number(data.length)} tabs={tabs}>
          {issue}
        </PageHead>
      }
    >
      {error !== null && data !== undefined && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.length > 0 ? (
        <Table
          label={label}
          columns={columns}
          rows={data}
          idOf={idOf}
          mark={(r) => (secretState(r, now) === 'live' ? undefined : 'quiet')}
        />
      ) : isPending ? (
        <Skeleton rows={6} />
      ) : error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <EmptyState {...empty} action={issue} />
      )}
    </Page>
  );
}

const idOf = (row: Issued): number => row.id;
