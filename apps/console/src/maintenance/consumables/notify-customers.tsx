import { chakra } from '@chakra-ui/react';
import {
  type ConsumableRow,
  consumables,
  maxNotices,
  type NoticeRefusal,
  noticeRefusals,
} from '@headland/contracts/consumable';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { toast } from '../../ui/toast';

type Chosen = Pick<ConsumableRow, 'id' | 'notice'>;

/** Notifies the owners of selected items through their app. Items without a possible notification are listed first. */
export function NotifyCustomers({
  rows,
  onDone,
  single = false,
}: {
  rows: readonly Chosen[];
  onDone: () => void;
  single?: boolean;
}) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  const act = useAction(consumables.notify, {
    done: ({ sent, skipped }) => {
      toast(
        skipped.length === 0
          ? t('consumable.toast.notified', { n: sent.length })
          : t('consumable.toast.notifiedSome', { n: sent.length, skipped: skipped.length }),
      );
      setAsking(false);
      onDone();
    },
  });
  const notifiable = rows.filter((r) => r.notice === null);
  const tooMany = notifiable.length > maxNotices;
  const left = noticeRefusals
    .map((reason) => ({ reason, n: rows.filter((r) => r.notice === reason).length }))
    .filter(({ n }) => n > 0);
  const why = (reasons: readonly { reason: NoticeRefusal; n: number }[]): string =>
    reasons.map(({ reason, n }) => `${t(`consumable.notice.${reason}`)} ${n}`).join(', ');
  const reason = tooMany
    ? t('consumable.notifyMost', { n: maxNotices })
    : notifiable.length > 0
      ? undefined
      : single && left[0]
        ? t(`consumable.notice.${left[0].reason}`)
        : t('consumable.notifyNone');
  return (
    <>
      <Button
        icon={<BellRing size={15} />}
        disabled={notifiable.length === 0 || tooMany}
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {single ? t('consumable.notifyOne') : t('consumable.notify', { n: rows.length })}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('consumable.notifyTitle')}
        confirm={{
          label: t('consumable.send'),
          busy: act.busy,
          onConfirm: () => act.run({ body: { ids: notifiable.map((r) => r.id) } }),
        }}
      >
        <chakra.p>{t('consumable.notifyText', { n: notifiable.length })}</chakra.p>
        {left.length > 0 && (
          <chakra.p mt="2" textStyle="dense" color="ink3">
            {t('consumable.leftOut', { n: rows.length - notifiable.length, why: why(left) })}
          </chakra.p>
        )}
      </Dialog>
    </>
  );
}
