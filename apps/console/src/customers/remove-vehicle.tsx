import { customers, type OwnedVehicle } from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import { useReread, useAct } from '../lib/use-act';
import { useWords } from '../lib/text';
import { Dialog } from '../ui/dialog';

/** Takes a vehicle from its customer, once it was asked for by its VIN. */
export function RemoveVehicle({ vehicle, onClose }: { vehicle: OwnedVehicle; onClose: () => void }) {
  const { t } = useWords();
  const { vin } = vehicle;
  const rereadCustomers = useReread(customers.list);
  const rereadSales = useReread(sales.list);
  const remove = useAct(customers.removeVehicle, {
    said: t('customer.said.removed', { vin }),
    done: () => {
      rereadCustomers();
      rereadSales();
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
