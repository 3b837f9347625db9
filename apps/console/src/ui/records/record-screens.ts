import type { Answer, Endpoint, Input } from '@headland/contracts/endpoint';
import type { MessageKey } from '@headland/i18n/catalogue';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { type ListPath, type RecordPath, toRecord } from '../../lib/paths';
import { call } from '../../lib/session/session';
import type { RecordList } from '../with-record';
import { afterSave } from './use-record-form';

/** Kinds of records that have this word: `customer` has `customer.edit`. */
export type KindWith<Word extends string, Key = MessageKey> = Key extends `${infer Kind}.${Word}` ? Kind : never;
type Saved = Endpoint & { body: z.ZodType; data: z.ZodType<{ id: number }> };

/** A record with pages of its own: its endpoints, its pages, and the kind that its words begin with (`model.edit`). */
export interface RecordScreens {
  kind: KindWith<'new'> &
    KindWith<'edit'> &
    KindWith<'missing'> &
    KindWith<'toast.created'> &
    KindWith<'toast.changed'>;
  endpoints: { list: Endpoint; create: Saved; change: Saved };
  list: ListPath;
  detail: RecordPath;
  /** of a new one; its number is 0 */
  register: RecordPath;
  edit: RecordPath;
}

/** The list that a record belongs to. */
export function useRecordList({ kind, list }: Pick<RecordScreens, 'kind' | 'list'>): RecordList {
  const { t } = useI18n();
  return { to: list, label: t(`${kind}.toList`), missing: t(`${kind}.missing`) };
}

/** For `useRecordForm`: sends the form, reads the list again, shows a toast and opens the page. Without `changed` it is a new record. */
export function useRecordSave<S extends RecordScreens>(
  { kind, endpoints, list, detail }: S,
  changed?: { id: number; version: number },
) {
  const { t } = useI18n();
  const navigate = useNavigate();
  type Body = Input<S['endpoints']['create']> extends { body: infer B } ? B : never;
  const send = (body: Body) =>
    (changed === undefined
      ? call(endpoints.create, { body } as never)
      : call(endpoints.change, {
          params: { id: changed.id },
          body: { ...(body as object), version: changed.version },
        } as never)) as Promise<Answer<S['endpoints']['create']> & { id: number }>;
  return {
    saving: {
      send,
      invalidates: [endpoints.list],
      toastText: (_: unknown, { name }: { name: string }) =>
        t(`${kind}.toast.${changed === undefined ? 'created' : 'changed'}`, { name }),
      done: ({ id }: { id: number }) => void navigate({ to: toRecord(detail, id), ...afterSave }),
    },
    cancel: () => void navigate({ to: changed === undefined ? list : toRecord(detail, changed.id) }),
  };
}
