import type { Endpoint } from '@headland/contracts/endpoint';
import type { Display, PostingState } from '@headland/contracts/posting';
import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { takeBack } from '../../ui/records/record-actions';
import { toast } from '../../ui/toast';
import { useAction, useInvalidate } from '../../ui/use-action';
import type { Picked } from '../../ui/use-picked';
import { useUndo } from '../../ui/use-undo';

interface Row {
  id: number;
  display: Display;
  /** without: shown whenever it is displayed */
  state?: PostingState;
}
interface Props<R extends Row> {
  endpoints: { list: Endpoint; display: Endpoint; removeMany: Endpoint; restore: Parameters<typeof takeBack>[0] };
  picked: Picked<R>;
}
export const isOnGoing = ({ display, state = 'on' }: Pick<Row, 'display' | 'state'>): boolean =>
  display === 'shown' && state === 'on';

/** Shows, hides and removes what is ticked, each for who may; what was done can be taken back. */
export function ContentBulkActions<R extends Row>({ endpoints, picked }: Props<R>) {
  const { t } = useI18n();
  const can = useCan();
  const undo = useUndo();
  const invalidate = useInvalidate(endpoints.list);
  const done = (): void => {
    invalidate();
    picked.clear();
  };
  const n = picked.ids.size;
  const useDisplay = (said: string, before: Display) => {
    const changed = picked.rows.filter(({ display }) => display === before).map(({ id }) => id);
    return useAction(endpoints.display, {
      done: () => {
        done();
        if (changed.length === 0) toast(said);
        else undo(said, () => call(endpoints.display, { body: { ids: changed, display: before } } as never));
      },
    });
  };
  const show = useDisplay(t('content.shown', { n }), 'hidden');
  const hide = useDisplay(t('content.hidden', { n }), 'shown');
  const ids = [...picked.ids];
  return (
    <>
      {can(endpoints.display.allow) && (
        <>
          <Button
            icon={<Eye size={15} />}
            busy={show.busy}
            onClick={() => show.run({ body: { ids, display: 'shown' } } as never)}
          >
            {t('content.show')}
          </Button>
          <Button
            icon={<EyeOff size={15} />}
            busy={hide.busy}
            onClick={() => hide.run({ body: { ids, display: 'hidden' } } as never)}
          >
            {t('content.hide')}
          </Button>
        </>
      )}
      {can(endpoints.removeMany.allow) && <DeletePicked endpoints={endpoints} picked={picked} onDone={done} />}
    </>
  );
}

/** At once, and it can be taken back; but what the app shows right now is asked for twice. */
function DeletePicked<R extends Row>({ endpoints, picked, onDone }: Props<R> & { onDone: () => void }) {
  const { t } = useI18n();
  const undo = useUndo();
  const [asking, setAsking] = useState<'once' | 'again' | null>(null);
  const ids = [...picked.ids];
  const n = ids.length;
  const onGoing = picked.rows.filter(isOnGoing).length;
  const remove = useAction(endpoints.removeMany, {
    done: () => {
      setAsking(null);
      onDone();
      undo(t('content.deleted', { n }), () => takeBack(endpoints.restore, ids));
    },
  });
  const send = (): void => remove.run({ body: { ids } } as never);
  return (
    <>
      <Button
        kind="danger"
        icon={<Trash2 size={15} />}
        busy={remove.busy}
        onClick={() => (onGoing > 0 ? setAsking('once') : send())}
      >
        {t('content.delete')}
      </Button>
      <Dialog
        open={asking === 'once'}
        onClose={() => setAsking(null)}
        title={t('content.deleteMany', { n })}
        confirm={{
          ...{ label: t('content.delete'), danger: true, busy: remove.busy },
          onConfirm: () => setAsking('again'),
        }}
      >
        <p>{t('content.deleteManyText')}</p>
      </Dialog>
      <Dialog
        open={asking === 'again'}
        onClose={() => setAsking(null)}
        title={t('content.onGoing')}
        confirm={{ label: t('content.deleteAnyway'), danger: true, busy: remove.busy, onConfirm: send }}
      >
        <p>{t('content.onGoingText', { n: onGoing })}</p>
      </Dialog>
    </>
  );
}
