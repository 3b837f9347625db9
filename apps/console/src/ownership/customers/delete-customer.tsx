import { chakra } from '@chakra-ui/react';
import { type CustomerDetail, customers } from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import { useAction, useInvalidate } from '../../ui/use-action';
import { useI18n } from '../../lib/i18n';
import { Dialog } from '../../ui/dialog';

/** Erases a person for good: what goes is said, and which machines become unsold. */
export function DeleteCustomer({
  customer: c,
  onClose,
  onDone,
}: {
  customer: CustomerDetail;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useI18n();
  const invalidateSales = useInvalidate(sales.list);
  const remove = useAction(customers.delete, {
    success: t('customer.toast.deleted'),
    done: () => {
      invalidateSales();
      onDone();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('customer.deleteTitle', { name: c.name })}
      confirm={{
        label: t('customer.delete'),
        danger: true,
        busy: remove.busy,
        onConfirm: () => remove.run({ params: { id: c.id } }),
      }}
    >
      <p>{t('customer.deleteText')}</p>
      {c.owned.length > 0 && (
        <>
          <chakra.p mt="3">{t('customer.deleteVehicles', { n: c.owned.length })}</chakra.p>
          <chakra.ul mt="1" pl="0" listStyleType="none" className="num" color="ink" maxH="180px" overflowY="auto">
            {c.owned.map((v) => (
              <li key={v.id}>
                {v.vin} <chakra.span color="ink3">{v.model}</chakra.span>
              </li>
            ))}
          </chakra.ul>
        </>
      )}
    </Dialog>
  );
}
