import type { Endpoint } from '@headland/contracts/endpoint';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { call, useCan } from '../../lib/session/session';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { useAction, useInvalidate } from '../use-action';
import { useUndo } from '../use-undo';
import type { KindWith, RecordScreens } from './record-screens';

interface NewProps {
  screens: RecordScreens;
  look?: 'primary' | 'plain';
  icon?: ReactNode;
}
/** To the form of a new record, for who may register one. */
export function NewRecord({ screens, look = 'primary', icon = <Plus size={15} /> }: NewProps) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  if (!can(screens.endpoints.create.allow)) return null;
  return (
    <Button kind={look} icon={icon} onClick={() => void navigate({ to: toRecord(screens.register, 0) })}>
      {t(`${screens.kind}.new`)}
    </Button>
  );
}

/** To the form of a record, for who may change it. */
export function EditRecord({ screens, id }: { screens: RecordScreens; id: number }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  if (!can(screens.endpoints.change.allow)) return null;
  return (
    <Button
      kind="primary"
      icon={<Pencil size={15} />}
      onClick={() => void navigate({ to: toRecord(screens.edit, id) })}
    >
      {t(`${screens.kind}.edit`)}
    </Button>
  );
}

interface RemoveProps {
  kind: KindWith<'delete'> & KindWith<'deleteTitle'> & KindWith<'deleteText'> & KindWith<'toast.deleted'>;
  endpoint: Endpoint;
  record: { id: number; name: string };
  /** other lists that are read again */
  also?: readonly Endpoint[];
  /** below the text of the dialog: what else goes */
  children?: ReactNode;
  /** asked after the first question, of what is in use at this moment */
  again?: { title: string; text: string; label: string } | undefined;
  /** takes the removal back */
  undo?: RestoreEndpoint;
}
type RestoreEndpoint = Endpoint & { body: z.ZodObject<{ ids: z.ZodType }> };

/**
 * Removes a record, for who may; then its list is shown. It asks first, unless the removal can be taken back and the record is not in use.
 * `refused`: why it cannot be removed.
 */
export function RemoveRecord({
  list,
  refused,
  ...dialog
}: RemoveProps & { list: RecordScreens['list']; refused?: string | undefined }) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = () => void navigate({ to: list, replace: true });
  const remove = useRemoval(dialog, leave);
  if (!can(dialog.endpoint.allow)) return null;
  const asks = dialog.undo === undefined || dialog.again !== undefined;
  return (
    <>
      <Button
        kind="danger"
        icon={<Trash2 size={15} />}
        disabled={refused !== undefined}
        reason={refused}
        busy={remove.busy}
        onClick={() => (asks ? setAsking(true) : remove.run())}
      >
        {t(`${dialog.kind}.delete`)}
      </Button>
      {asking && <RemoveDialog {...dialog} onClose={() => setAsking(false)} onDone={leave} />}
    </>
  );
}

interface DialogProps extends RemoveProps {
  onClose: () => void;
  onDone: () => void;
}
/** Asks before a record is removed. */
export function RemoveDialog({ children, onClose, onDone, ...removal }: DialogProps) {
  const { kind, record, again } = removal;
  const { t } = useI18n();
  const [askedOnce, setAskedOnce] = useState(false);
  const remove = useRemoval(removal, onDone);
  const confirm = {
    label: t(`${kind}.delete`),
    danger: true,
    busy: remove.busy,
    onConfirm: () => (again && !askedOnce ? setAskedOnce(true) : remove.run()),
  };
  if (again && askedOnce)
    return (
      <Dialog open onClose={onClose} title={again.title} confirm={{ ...confirm, label: again.label }}>
        <p>{again.text}</p>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={t(`${kind}.deleteTitle`, { name: record.name })} confirm={confirm}>
      <p>{t(`${kind}.deleteText`)}</p>
      {children}
    </Dialog>
  );
}

function useRemoval({ kind, endpoint, record: { id, name }, also = [], undo }: RemoveProps, onDone: () => void) {
  const { t } = useI18n();
  const invalidate = useInvalidate(...also);
  const offer = useUndo();
  const said = t(`${kind}.toast.deleted`, { name });
  const { run, busy } = useAction(endpoint, {
    ...(undo === undefined && { success: said }),
    done: () => {
      invalidate();
      onDone();
      if (undo !== undefined) offer(said, () => takeBack(undo, [id]));
    },
  });
  return { run: () => run({ params: { id } } as never), busy };
}
/** Of records that were removed. */
export const takeBack = (undo: RestoreEndpoint, ids: readonly number[]): Promise<unknown> =>
  call(undo as Endpoint, { body: { ids } } as never);
