import { chakra } from '@chakra-ui/react';
import {
  type ConsumableRow,
  consumables,
  mostNotices,
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

/** Tells the owners of chosen items through their app. What cannot be told just now is named before it is sent. */
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
          ? t('consumable.said.notified', { n: sent.length })
          : t('consumable.said.notifiedSome', { n: sent.length, skipped: skipped.length }),
      );
      setAsking(false);
      onDone();
    },
  });
  const able = rows.filter((r) => r.notice === null);
  const tooMany = able.length > mostNotices;
  const left = noticeRefusals
    .map((reason) => ({ reason, n: rows.filter((r) => r.notice === reason).length }))
    .filter(({ n }) => n > 0);
  const why = (reasons: readonly { reason: NoticeRefusal; n: number }[]): string =>
    reasons.map(({ reason, n }) => `${t(`consumable.notice.${reason}`)} ${n}`).join(', ');
  const reason = tooMany
    ? t('consumable.notifyMost', { n: mostNotices })
    : able.length > 0
      ? undefined
      : single && left[0]
        ? t(`consumable.notice.${left[0].reason}`)
        : t('consumable.notifyNone');
  return (
    <>
      <Button
        icon={<BellRing size={15} />}
        disabled={able.length === 0 || tooMany}
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
          onConfirm: () => act.run({ body: { ids: able.map((r) => r.id) } }),
        }}
      >
        <chakra.p>{t('consumable.notifyText', { n: able.length })}</chakra.p>
        {left.length > 0 && (
          <chakra.p mt="2" textStyle="dense" color="ink3">
            {t('consumable.leftOut', { n: rows.length - able.length, why: why(left) })}
          </chakra.p>
        )}
      </Dialog>
    </>
  );
}
