import { chakra } from '@chakra-ui/react';
import type { Answer, Endpoint } from '@headland/contracts/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import type { ListPath } from '../lib/paths';
import { EmptyState, ErrorState, Skeleton } from './states';
import { useAnswer } from './use-answer';

type RecordEndpoint = Endpoint & { params: z.ZodObject; data: z.ZodType };
/** The list that a record belongs to: where its page leads back to, and its text for a missing record. */
export interface RecordList {
  to: ListPath;
  /** where it is on a tab of its page: `{ tab: 'rollOuts' }` */
  search?: Record<string, string>;
  /** "To the units" */
  label: string;
  /** "There is no such unit" */
  missing: string;
}

/** The number of the record in the address; null where it can be none. 0, which a registration has, is none either. */
export function useRecordId(): number | null {
  const { number } = useParams({ strict: false }) as { number?: string };
  return /^[1-9]\d{0,8}$/u.test(number ?? '') ? Number(number) : null;
}

interface Props<E extends RecordEndpoint> {
  endpoint: E;
  /** default: the number in the address */
  id?: number | null;
  list: RecordList;
  /** a form begins with what is saved now, not with what was read before; only where that cannot be read it does */
  fresh?: boolean;
  /** how often it is read again by itself, in ms; false: not */
  every?: (record: Answer<E>) => number | false;
  /** `refetch` returns the present one; `readAt`: when it was read (ms of this browser) */
  children: (record: Answer<E>, refetch: () => Promise<Answer<E> | undefined>, readAt: number) => ReactNode;
}

/** The record of an address as it is read: a skeleton, an error with another try, "not found" with a way to the list, or the children. */
export function WithRecord<E extends RecordEndpoint>({ id, ...props }: Props<E>) {
  const there = useRecordId();
  const wanted = id === undefined ? there : id;
  return wanted === null ? <RecordMissing list={props.list} /> : <Read key={wanted} id={wanted} {...props} />;
}

function Read<E extends RecordEndpoint>({
  id,
  endpoint,
  list,
  fresh = false,
  every,
  children,
}: Props<E> & { id: number }) {
  const result = useAnswer(
    endpoint,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (every && state.data !== undefined ? every(state.data) : false),
      refetchOnMount: fresh ? 'always' : true,
    },
  );
  const { data, error, refetch, dataUpdatedAt } = result;
  // one that left the scope meanwhile is gone for this member
  if (error instanceof Problem && error.code === 'NOT_FOUND') return <RecordMissing list={list} />;
  if (data === undefined || (fresh && isOld(result))) return <PageWaits error={error} refetch={refetch} />;
  return children(data, () => refetch().then((now) => now.data), dataUpdatedAt);
}

/** Of an answer that is read again: it is still the one from before. */
export const isOld = ({
  isFetching,
  isFetchedAfterMount,
}: Pick<UseQueryResult, 'isFetching' | 'isFetchedAfterMount'>) => isFetching && !isFetchedAfterMount;

/** A page without its data yet: a skeleton or an error, under a heading that a screen reader finds. */
export function PageWaits({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  const { t } = useI18n();
  return (
    <>
      <chakra.h1 className="sr">{t(error ? 'common.failed' : 'common.loading')}</chakra.h1>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={64} />}
    </>
  );
}

/** Unknown and out of scope look alike. */
export function RecordMissing({ list: { to, search, label, missing } }: { list: RecordList }) {
  const { t } = useI18n();
  return (
    <EmptyState
      heads
      title={missing}
      text={t('common.notFoundText')}
      action={
        <chakra.span color="accent" fontWeight="500">
          <Link to={to} {...(search && { search: search })}>
            {label}
          </Link>
        </chakra.span>
      }
    />
  );
}
