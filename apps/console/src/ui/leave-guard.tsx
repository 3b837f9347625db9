import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useT } from '../lib/i18n';
import { store } from '../lib/session/store';
import { Dialog } from './dialog';

interface Place {
  pathname: string;
  search: Record<string, unknown>;
}

/**
 * Used beside a form: leaving with unsaved input asks first, and then discards it, its draft too. `within` names the
 * parts of the address that identify the edited record; filters and sort may change around it. A form that keeps no draft is confirmed by the
 * browser as well. After saving, navigate with `ignoreBlocker: true`.
 */
export function LeaveGuard({
  form,
  within = [],
  draft = false,
}: {
  form: { dirty: boolean; reset: () => void };
  within?: readonly string[];
  draft?: boolean;
}) {
  const t = useT();
  const { dirty, reset } = form;
  const names = within.join(' ');
  const shouldBlockFn = useCallback(
    ({ current, next }: { current: Place; next: Place }) => {
      const stays =
        current.pathname === next.pathname &&
        names.split(' ').every((name) => current.search[name] === next.search[name]);
      // the end of a session has discarded everything already and does not wait
      if (stays || store.get().session === null) return false;
      if (!dirty) reset();
      return dirty;
    },
    [dirty, reset, names],
  );
  const leaving = useBlocker({ shouldBlockFn, enableBeforeUnload: dirty && !draft, withResolver: true });
  return (
    <Dialog
      open={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={t('form.leaveTitle')}
      confirm={{
        label: t('form.leave'),
        danger: true,
        onConfirm: () => {
          reset();
          leaving.proceed?.();
        },
      }}
    >
      {t('form.leaveText')}
    </Dialog>
  );
}
