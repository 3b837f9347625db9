import { chakra } from '@chakra-ui/react';
import { CancelSaleBody, type SaleDetail, sales } from '@headland/contracts/sale';
import { useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { useSeen } from '../../lib/use-seen';
import { call } from '../../lib/session/session';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { ActError } from '../../ui/states';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

/** Takes a sale back; the reason goes to the books. */
export function CancelSale({ sale, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const { t } = useI18n();
  const invalidate = useInvalidate(sales.list);
  const form = useForm(CancelSaleBody.omit({ version: true }), { reason: '' });
  const seen = useSeen(sale.version, true);
  const cancel = async (): Promise<void> => {
    const done = await form.submit((body) =>
      seen((version) => call(sales.cancel, { params: { id: sale.id }, body: { ...body, version } })),
    );
    if (!done) return;
    invalidate();
    toast(t('sale.toast.cancelled', { vin: sale.vin }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('sale.cancelTitle', { vin: sale.vin })}
      confirm={{ label: t('sale.cancel'), danger: true, busy: form.busy, onConfirm: () => void cancel() }}
    >
      <chakra.p mb="3">{t(sale.customer === null ? 'sale.cancelText' : 'sale.cancelOwnedText')}</chakra.p>
      {form.problem && <ActError error={form.problem} />}
      <TextArea label={t('sale.reason')} rows={3} maxLength={1500} {...form.field('reason')} />
    </Dialog>
  );
}
