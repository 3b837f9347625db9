import { chakra } from '@chakra-ui/react';
import { type UserDetail, users } from '@headland/contracts/user';
import { deactivateRefusal } from '@headland/domain/user';
import { useState } from 'react';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useInvalidateOrganizations } from './use-screen';

/** The one act here that cannot be undone: it wants the name typed. */
export function RemoveUser({ user: u, onGone }: { user: UserDetail; onGone: () => void }) {
  const { t } = useI18n();
  const invalidate = useInvalidateOrganizations();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useAction(users.remove, {
    success: t('user.toast.removed', { name: u.name }),
    done: () => {
      invalidate();
      onGone();
    },
  });
  const refusal = u.above ? 'USER_ABOVE' : deactivateRefusal(u);
  const close = () => {
    setAsking(false);
    setTyped('');
  };
  return (
    <>
      <Button
        kind="danger"
        disabled={refusal !== null}
        reason={refusal === null ? undefined : t(`error.${refusal}`)}
        onClick={() => setAsking(true)}
      >
        {t('user.remove')}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={t('user.removeTitle', { name: u.name })}
        confirm={{
          label: t('user.remove'),
          danger: true,
          busy: remove.busy,
          disabled: typed.trim() !== u.name,
          onConfirm: () => void remove.runAsync({ params: { id: u.id } }).catch(close),
        }}
      >
        <chakra.div display="grid" gap="3">
          <p>{t('user.removeText')}</p>
          <TextField label={t('user.typeName', { name: u.name })} value={typed} onChange={setTyped} />
        </chakra.div>
      </Dialog>
    </>
  );
}
