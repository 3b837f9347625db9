import type { Endpoint } from '@headland/contracts/endpoint';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { Problem } from '../../lib/call';
import { toast } from '../toast';
import { useInvalidate } from '../use-action';
import { type Form, useForm } from '../use-form';
import type { Difference } from './differences';
import type { RecordState } from './record-edit';

/** What saving means, asked before anything is sent. */
export interface Question {
  title: string;
  text: ReactNode;
  /** the button that saves */
  confirm: { label: string; danger?: boolean };
}

interface Options<S extends z.ZodType, V extends Record<string, string>, R> {
  schema: S;
  /** what the fields begin with */
  start: V;
  /** the name under which what is typed is kept in this browser */
  draft?: string | undefined;
  /** an edit: where to read what somebody else has saved meanwhile, and how that differs from what is typed */
  changed?:
    (Pick<RecordState<unknown>, 'refresh' | 'reload'> & { rows: (yours: V) => readonly Difference[] }) | undefined;
  /** parts of the search that name the record, of a form beside its list */
  within?: readonly string[];
  /** codes that the fields show themselves */
  shownByFields?: readonly Problem['code'][];
  /** null: there is nothing to ask */
  confirm?: (body: z.output<S>) => Promise<Question | null> | Question | null;
  send: (body: z.output<S>) => Promise<R>;
  /** the collections of these endpoints are read again */
  invalidates: readonly Endpoint[];
  toastText: (saved: R, body: z.output<S>) => string;
  /** where to go from here, `afterSave` */
  done: (saved: R) => void | Promise<void>;
}

/** For `navigate` in `done`: past the leave guard, and Back does not lead to the form again. */
export const afterSave = { ignoreBlocker: true, replace: true } as const;

/** What the parts of a record form need of it, whatever its fields are. */
export interface RecordFormState {
  busy: boolean;
  dirty: boolean;
  problem: Problem | null;
  reset: () => void;
  save: () => void;
  draft: string | undefined;
  within: readonly string[];
  /** somebody else has saved meanwhile */
  conflict: { problem: Problem; rows: readonly Difference[]; refresh: () => void; reload: () => void } | null;
  /** another problem that concerns the form as a whole */
  error: Problem | null;
  question: (Question & { send: () => void; cancel: () => void }) | null;
}
export type RecordForm<S extends z.ZodType, V extends Record<string, string>> = Form<S, V> & RecordFormState;

/** A form that saves one record: confirms if needed, sends, invalidates, shows a toast and goes on. `RecordFormPage` or `RecordFormPanel` shows it. */
export function useRecordForm<S extends z.ZodType, V extends Record<string, string>, R>({
  schema,
  start,
  draft,
  changed,
  within = [],
  shownByFields = [],
  confirm,
  send,
  invalidates,
  toastText,
  done,
}: Options<S, V, R>): RecordForm<S, V> {
  const form = useForm(schema, start, draft === undefined ? {} : { draft });
  const invalidate = useInvalidate(...invalidates);
  const [question, setQuestion] = useState<Question | null>(null);
  const { problem } = form;
  const conflict = problem?.code === 'CHANGED_MEANWHILE' && changed !== undefined ? { problem, ...changed } : null;

  const sendNow = async (body: z.output<S>): Promise<void> => {
    const saved = await send(body);
    invalidate();
    toast(toastText(saved, body));
    await done(saved);
  };
  const save = (): void =>
    void form.submit(async (body) => {
      const needed = (await confirm?.(body)) ?? null;
      if (needed === null) return sendNow(body);
      setQuestion(needed);
      return false;
    });
  const cancel = (): void => setQuestion(null);
  return {
    ...form,
    save,
    draft,
    within,
    conflict: conflict && { ...conflict, rows: conflict.rows(form.values) },
    error: problem === null || conflict !== null || shownByFields.includes(problem.code) ? null : problem,
    question: question && { ...question, send: () => void form.submit(sendNow).then(cancel), cancel },
  };
}
