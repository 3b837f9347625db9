import { chakra, Flex } from '@chakra-ui/react';
import { ownerTransfers, RejectTransferBody, type TransferDetail } from '@headland/contracts/owner-transfer';
import { transferRefusal } from '@headland/domain/owner-transfer';
import { Problem } from '../../lib/call';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useSeen } from '../../lib/use-seen';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { call } from '../../lib/session/session';
import { ActProblem } from '../../ui/action-problem';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { LockedNote } from '../../ui/locked-note';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { decidedBy } from './transfer-columns';

export type Asking = 'approve' | 'reject' | null;

/** The foot of an open transfer. What forbids the approval now is shown above the button and as its reason. */
export function TransferActions({ transfer, onAsk }: { transfer: TransferDetail; onAsk: (what: Asking) => void }) {
  const { t, problem } = useI18n();
  const waiting = transferRefusal(transfer.status, 'approve');
  const inTheWay = [...(waiting === null ? [] : [{ code: waiting, values: {} }]), ...transfer.obstacles].map(
    ({ code, values }) => problem(new Problem(code, values)),
  );
  return (
    <>
      {inTheWay.length > 0 && (
        <chakra.div mb="2" textStyle="small" color="ink2" role="status">
          <ul>
            {inTheWay.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </chakra.div>
      )}
      <Flex gap="2" wrap="wrap">
        <Button onClick={() => onAsk('reject')}>{t('transfer.reject')}</Button>
        <chakra.span flex="1" />
        <Button kind="primary" disabled={inTheWay.length > 0} reason={inTheWay[0]} onClick={() => onAsk('approve')}>
          {t('transfer.approve')}
        </Button>
      </Flex>
    </>
  );
}

interface DialogProps {
  transfer: TransferDetail;
  onClose: () => void;
}

export function ApproveDialog({ transfer, onClose }: DialogProps) {
  const { t } = useI18n();
  const { vehicle, from, to } = transfer;
  const approve = useAction(ownerTransfers.approve, { success: t('transfer.toast.approved'), done: onClose });
  const seen = useSeen(transfer.version, true);
  // a refusal is shown in a toast
  const run = (): void =>
    void seen((version) => approve.runAsync({ params: { id: transfer.id }, body: { version } })).catch(() => undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('transfer.approveTitle', { vin: vehicle.vin })}
      confirm={{
        label: t('transfer.approve'),
        onConfirm: run,
        busy: approve.busy,
        disabled: transfer.decidedAt !== null,
      }}
    >
      <chakra.div display="grid" gap="3">
        <Decided transfer={transfer} />
        <p>{t('transfer.approveText', { from: from.name, to: to.name })}</p>
      </chakra.div>
    </Dialog>
  );
}

export function RejectDialog({ transfer, onClose }: DialogProps) {
  const { t } = useI18n();
  const invalidate = useInvalidate(ownerTransfers.list);
  const form = useForm(RejectTransferBody, { reason: '' }, { draft: `transfer-reject-${transfer.id}` });
  const seen = useSeen(transfer.version, true);
  const run = async (): Promise<void> => {
    const done = await form.submit((body) =>
      seen((version) => call(ownerTransfers.reject, { params: { id: transfer.id }, body: { ...body, version } })),
    );
    // refused, too: what was shown is old
    invalidate();
    if (!done) return;
    toast(t('transfer.toast.rejected'));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('transfer.rejectTitle', { vin: transfer.vehicle.vin })}
      confirm={{
        label: t('transfer.reject'),
        danger: true,
        onConfirm: () => void run(),
        busy: form.busy,
        disabled: transfer.decidedAt !== null,
      }}
    >
      <chakra.div display="grid" gap="3">
        <Decided transfer={transfer} />
        <chakra.p textStyle="dense" color="ink2">
          {t('transfer.rejectText')}
        </chakra.p>
        <TextArea label={t('transfer.reason')} rows={4} maxLength={1500} {...form.field('reason')} />
        {form.problem && transfer.decidedAt === null && <ActProblem problem={form.problem} />}
      </chakra.div>
    </Dialog>
  );
}

/** Another member acted first while the dialog was open: the input stays readable. */
function Decided({ transfer }: { transfer: TransferDetail }) {
  const { t } = useI18n();
  if (transfer.decidedAt === null) return null;
  return (
    <LockedNote>
      {t('transfer.decidedMeanwhile', {
        status: t(`transferStatus.${transfer.status}`),
        by: decidedBy(transfer, t),
        time: momentText(transfer.decidedAt),
      })}
    </LockedNote>
  );
}
