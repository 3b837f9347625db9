import { messageOf } from '@headland/contracts/fields';
import type { ProblemValues } from '@headland/contracts/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';
import { useHoldReload } from '../lib/session/reload';
import { store } from '../lib/session/store';
import type { FieldProps } from './field-frame';
import { toast } from './toast';

type Values = Record<string, string>;
export interface Form<S extends z.ZodType, V extends Values> {
  values: V;
  set: (name: keyof V & string, value: string) => void;
  /** spread into a field: `<TextField label={…} {...form.field('person')} />` */
  field: (
    name: keyof V & string,
  ) => Pick<FieldProps, 'value' | 'onChange' | 'onBlur' | 'error' | 'errorValues' | 'name'>;
  /** checks all, focuses the first error, else calls `send` with the parsed body; errors of the server are mapped to their fields, and to `problem` where they concern the whole form */
  /** `send` answers false where it asks for confirmation first: nothing is saved yet, and the draft stays */
  submit: (send: (body: z.output<S>) => Promise<unknown>) => Promise<boolean>;
  busy: boolean;
  dirty: boolean;
  reset: (values?: V) => void;
  /** what was refused as a whole: a code of its own with its values, or an error of something that is no field of the form */
  problem: Problem | null;
}

/**
 * A form over the schema that the server uses, too. Texts are kept as typed; an empty one counts as not given. With `draft` what is typed is
 * kept in this browser under that name, so that nothing is lost by a reload, and forgotten after it was sent. With `follows` it takes over
 * what `initial` becomes, as long as nothing was changed.
 */
export function useForm<S extends z.ZodType, V extends Values>(
  schema: S,
  initial: V,
  options: { draft?: string; follows?: boolean } = {},
): Form<S, V> {
  const { draft, follows = false } = options;
  const { problemLine } = useI18n();
  const [values, setValues] = useState<V>(() => ({ ...initial, ...drafted(draft, initial) }));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  /** of the last refusal: the message of a field may name them (which unit has the device) */
  const [serverValues, setServerValues] = useState<ProblemValues>({});
  const [busy, setBusy] = useState(false);
  const [start, setStart] = useState(initial);
  /** keeps what was typed last, which waits for a pause in the typing */
  const keepNow = useRef<(() => void) | null>(null);

  const dirty = Object.keys(start).some((k) => values[k] !== start[k]);
  if (follows && !dirty && !busy && Object.keys(initial).some((k) => initial[k] !== start[k])) {
    setStart(initial);
    setValues(initial);
  }
  useHoldReload(dirty || busy);
  useEffect(() => {
    if (draft === undefined) return;
    const keep = (): void => {
      keepNow.current = null;
      keepDraft(draft, dirty ? values : null);
    };
    keepNow.current = keep;
    const timer = setTimeout(() => keepNow.current?.(), 500);
    return () => clearTimeout(timer);
  }, [draft, dirty, values]);
  // whoever goes Back, or closes the window, does not wait for it
  const gone = useRef(false);
  useEffect(() => {
    const leave = (): void => keepNow.current?.();
    gone.current = false;
    window.addEventListener('pagehide', leave);
    return () => {
      gone.current = true;
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const forget = useCallback(() => {
    if (draft === undefined) return;
    keepNow.current = null;
    keepDraft(draft, null);
  }, [draft]);

  const check = useCallback((now: V): Record<string, string> => errorsOf(schema, now), [schema]);
  const set = useCallback((name: keyof V & string, value: string) => {
    setValues((old) => ({ ...old, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  }, []);
  const reset = useCallback(
    (next?: V) => {
      setValues(next ?? start);
      setErrors({});
      setProblem(null);
      forget();
    },
    [forget, start],
  );

  return {
    values,
    set,
    busy,
    dirty,
    problem,
    reset,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      errorValues: serverValues,
      onChange: (value) => set(name, value),
      onBlur: () => {
        const found = check(values)[name];
        // An untouched field is not scolded for being left: only what was typed, or what a save has asked for.
        if (found !== undefined && values[name] !== '') setErrors((old) => ({ ...old, [name]: found }));
      },
    }),
    submit: async (send) => {
      if (busy) return false;
      const found = check(values);
      setErrors(found);
      setProblem(null);
      setServerValues({});
      if (Object.keys(found).length > 0) {
        focusFirst(found);
        return false;
      }
      setBusy(true);
      try {
        const sent = await send(schema.parse(given(values)));
        if (sent !== false) forget();
        return true;
      } catch (error) {
        const p = error instanceof Problem ? error : new Problem('INTERNAL');
        // closed while it was sent: there is no field any more that could show it
        if (gone.current) {
          if (store.get().session !== null) toast(problemLine(p), p.status === 409 ? 'watch' : 'now');
          return false;
        }
        setErrors(p.fields);
        setServerValues(p.values);
        focusFirst(p.fields);
        if (!setFieldErrors(p, values)) setProblem(p);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Whether the fields of the form show the whole error: invalid data always; another code where a field names just that. */
const setFieldErrors = ({ code, fields }: Problem, values: Values): boolean =>
  Object.entries(fields).some(([name, key]) => name in values && (code === 'E0001' || key === `error.${code}`));

const given = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, v]) => v.trim() !== ''));

/** Field → key of the message. What zod words itself (a missing or wrong type) is "enter {label}" or "not valid". */
export function errorsOf(schema: z.ZodType, values: Values): Record<string, string> {
  const parsed = schema.safeParse(given(values));
  const errors: Record<string, string> = {};
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const name = String(issue.path[0] ?? '');
    const empty = (values[name] ?? '').trim() === '';
    errors[name] ??= empty ? 'field.req' : messageOf(issue);
  }
  return errors;
}

/** Choices have the name of their field at their group (`data-field`); what a dialog covers may have the same names. */
function focusFirst(errors: Record<string, string>): void {
  const firstIn = (root: ParentNode): HTMLElement | undefined =>
    [...root.querySelectorAll<HTMLElement>('[name],[data-field]')].find(
      (e) => (e.dataset.field ?? e.getAttribute('name') ?? '') in errors,
    );
  const dialog = topDialog();
  const first = (dialog && firstIn(dialog)) ?? firstIn(document);
  if (first) focusOnceFree(first.matches('[data-field]') ? (choiceOf(first) ?? first) : first);
}
const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')].at(-1);
const choiceOf = (group: HTMLElement): HTMLElement | null =>
  group.querySelector<HTMLElement>('input:checked:enabled') ?? group.querySelector<HTMLElement>('input:enabled');

/** A question that covers the form closes after a refusal, and gives the focus back to the button that asked it. */
function focusOnceFree(field: HTMLElement, frames = 30): void {
  requestAnimationFrame(() => {
    const dialog = topDialog();
    const covered = (dialog && !dialog.contains(field)) || field.closest('[inert]') !== null;
    if (covered && frames > 0) focusOnceFree(field, frames - 1);
    else field.focus();
  });
}

/** What was kept under the name of a draft, as far as it has the names of `initial`. */
export function drafted<V extends Values>(draft: string | undefined, initial: V): Partial<V> {
  if (draft === undefined) return {};
  // `items.k1.name` is a cell of `items`, whose rows come and go
  const ofForm = (name: string): boolean => name in initial || (name.split('.')[0] ?? '') in initial;
  try {
    const kept = JSON.parse(store.get().drafts[draft] ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(kept).filter(([k, v]) => ofForm(k) && typeof v === 'string'),
    ) as Partial<V>;
  } catch {
    return {};
  }
}

/** `null`: it is forgotten. */
export function keepDraft(draft: string, values: Values | null): void {
  const { drafts, session } = store.refresh();
  // Input at the moment of a logout is discarded.
  if (session === null) return;
  const { [draft]: old, ...rest } = drafts;
  const next = values === null ? undefined : JSON.stringify(values);
  if (old === next) return;
  store.set({ drafts: next === undefined ? rest : { ...rest, [draft]: next } });
}
