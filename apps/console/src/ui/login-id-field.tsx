import { loginId as LoginId } from '@headland/contracts/fields';
import { useState } from 'react';
import { useI18n } from '../lib/i18n';
import { Button } from './button';
import { TextField } from './field';
import type { FieldProps } from './field-frame';

export interface IdCheck {
  check: () => Promise<void>;
  busy: boolean;
  free: boolean;
  error: string | undefined;
  /** shows at the field why it cannot be saved, and returns that error */
  refuse: () => string;
}
/** Whether an ID is free: asked by a button, and good for as long as the ID is not changed. */
export function useIdCheck(typed: string, ask: (loginId: string) => Promise<{ free: boolean }>): IdCheck {
  const [checked, setChecked] = useState<{ id: string; free: boolean; error?: string }>({ id: '', free: false });
  const [busy, setBusy] = useState(false);
  const id = typed.trim();
  const wrong = id === '' ? 'field.req' : LoginId.safeParse(id).success ? null : 'field.id';
  // before anything was asked the empty one counts for nothing
  const current = checked.id === id && (checked.free || checked.error !== undefined);
  const mark = (error: string): string => {
    setChecked({ id, free: false, error });
    return error;
  };
  const check = async (): Promise<void> => {
    if (wrong !== null) return void mark(wrong);
    setBusy(true);
    try {
      const { free } = await ask(id);
      if (free) setChecked({ id, free });
      else mark('field.idTaken');
    } catch {
      mark('field.idDup');
    } finally {
      setBusy(false);
    }
  };
  return {
    check,
    busy,
    free: current && checked.free,
    error: current ? checked.error : undefined,
    refuse: () => mark(wrong ?? (current ? checked.error : undefined) ?? 'field.idDup'),
  };
}

/** A new ID, with the button that checks whether it is free. */
export function LoginIdField({ idCheck, ...field }: FieldProps & { idCheck: IdCheck }) {
  const { t } = useI18n();
  return (
    <TextField
      maxLength={20}
      {...field}
      error={idCheck.error ?? (idCheck.free && field.error === 'field.idDup' ? undefined : field.error)}
      help={idCheck.free ? t('id.free') : t('id.help')}
      end={
        <Button kind="link" busy={idCheck.busy} onClick={() => void idCheck.check()}>
          {t('id.check')}
        </Button>
      }
    />
  );
}
