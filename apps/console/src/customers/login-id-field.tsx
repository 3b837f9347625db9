import { customers } from '@headland/contracts/customer';
import { loginId as LoginId } from '@headland/contracts/fields';
import { useState } from 'react';
import { useWords } from '../lib/text';
import { call } from '../session/session';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import type { CustomerForm } from './customer-values';

export interface IdCheck {
  check: () => Promise<void>;
  busy: boolean;
  free: boolean;
  error: string | undefined;
}
/** Whether the ID is free: asked by a button, and good for as long as the ID is not changed. */
export function useIdCheck(typed: string): IdCheck {
  const [checked, setChecked] = useState<{ id: string; free: boolean; error?: string }>({ id: '', free: false });
  const [busy, setBusy] = useState(false);
  const id = typed.trim();
  const wrong = id === '' ? 'field.req' : LoginId.safeParse(id).success ? null : 'field.id';
  const current = checked.id === id && (checked.free || checked.error !== undefined);
  const mark = (error: string): void => setChecked({ id, free: false, error });
  const check = async (): Promise<void> => {
    if (wrong !== null) return mark(wrong);
    setBusy(true);
    try {
      const { free } = await call(customers.idFree, { query: { loginId: id } });
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
  };
}

interface Props {
  form: CustomerForm;
  idCheck: IdCheck;
  fixed: boolean;
}
export function LoginIdField({ form, idCheck, fixed }: Props) {
  const { t } = useWords();
  const field = form.field('loginId');
  if (fixed) return <TextField label={t('customer.field.loginId')} {...field} disabled help={t('customer.idFixed')} />;
  return (
    <TextField
      label={t('customer.field.loginId')}
      maxLength={20}
      {...field}
      error={idCheck.error ?? (idCheck.free && field.error === 'field.idDup' ? undefined : field.error)}
      help={idCheck.free ? t('customer.idFree') : t('customer.idHelp')}
      end={
        <Button kind="link" busy={idCheck.busy} onClick={() => void idCheck.check()}>
          {t('customer.checkId')}
        </Button>
      }
    />
  );
}
