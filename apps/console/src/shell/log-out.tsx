import { useState } from 'react';
import { useT } from '../lib/i18n';
import { logOut } from '../lib/session/session';
import { Dialog } from '../ui/dialog';
import { endPushHere } from './push';

/** Asks before this browser's session is ended. */
export function LogOutDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [ending, setEnding] = useState(false);
  const leave = async (): Promise<void> => {
    setEnding(true);
    await endPushHere();
    await logOut();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shell.logoutTitle')}
      confirm={{ label: t('shell.logout'), busy: ending, onConfirm: () => void leave() }}
    >
      {t('shell.logoutText')}
    </Dialog>
  );
}
