import { customers, type OwnedVehicle } from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import { useInvalidate, useAction } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { Dialog } from '../../ui/dialog';

/** Takes a vehicle from its customer, once it was asked for by its VIN. */
export function RemoveVehicle({ vehicle, onClose }: { vehicle: OwnedVehicle; onClose: () => void }) {
  const { t } = useI18n();
  const { vin } = vehicle;
  const invalidateCustomers = useInvalidate(customers.list);
  const invalidateSales = useInvalidate(sales.list);
  const remove = useAction(customers.removeVehicle, {
    success: t('customer.toast.removed', { vin }),
    done: () => {
      invalidateCustomers();
      invalidateSales();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('customer.removeTitle', { vin })}
      confirm={{
        label: t('customer.remove'),
        danger: true,
        busy: remove.busy,
        onConfirm: () => remove.run({ params: { id: vehicle.id }, body: { version: vehicle.version } }),
      }}
    >
      {t('customer.removeText')}
    </Dialog>
  );
}
