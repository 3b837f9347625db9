import type { Endpoint } from '@headland/contracts/endpoint';
import type { Display, PostingState } from '@headland/contracts/posting';
import { Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useAction, useInvalidate } from '../../ui/use-action';
import type { Picked } from '../../ui/use-picked';

interface Row {
  id: number;
  display: Display;
  /** without: shown whenever it is displayed */
  state?: PostingState;
}
interface Props<R extends Row> {
  endpoints: { list: Endpoint; display: Endpoint; removeMany: Endpoint };
  picked: Picked<R>;
}
export const isOnGoing = ({ display, state = 'on' }: Pick<Row, 'display' | 'state'>): boolean =>
  display === 'shown' && state === 'on';

/** Shows, hides and removes what is ticked, each for who may. */
export function ContentBulkActions<R extends Row>({ endpoints, picked }: Props<R>) {
  const { t } = useI18n();
  const can = useCan();
  const invalidate = useInvalidate(endpoints.list);
  const done = (): void => {
    invalidate();
    picked.clear();
  };
  const n = picked.ids.size;
  const show = useAction(endpoints.display, { success: t('content.shown', { n }), done });
  const hide = useAction(endpoints.display, { success: t('content.hidden', { n }), done });
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
      {can(endpoints.removeMany.allow) && (
        <DeletePicked endpoint={endpoints.removeMany} picked={picked} onDone={done} />
      )}
    </>
  );
}

/** What the app shows right now is asked for twice. */
function DeletePicked<R extends Row>({
  endpoint,
  picked,
  onDone,
}: {
  endpoint: Endpoint;
  picked: Picked<R>;
  onDone: () => void;
}) {
  const { t } = useI18n();
  const [asking, setAsking] = useState<'once' | 'again' | null>(null);
  const n = picked.ids.size;
  const onGoing = picked.rows.filter(isOnGoing).length;
  const remove = useAction(endpoint, {
    success: t('content.deleted', { n }),
    done: () => {
      setAsking(null);
      onDone();
    },
  });
  const send = (): void => remove.run({ body: { ids: [...picked.ids] } } as never);
  return (
    <>
      <Button kind="danger" icon={<Trash2 size={15} />} onClick={() => setAsking('once')}>
        {t('content.delete')}
      </Button>
      <Dialog
        open={asking === 'once'}
        onClose={() => setAsking(null)}
        title={t('content.deleteMany', { n })}
        confirm={{
          ...{ label: t('content.delete'), danger: true, busy: remove.busy },
          onConfirm: () => (onGoing > 0 ? setAsking('again') : send()),
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
