import { chakra } from '@chakra-ui/react';
import { type CustomerDetail, customers } from '@headland/contracts/customer';
import { sales } from '@headland/contracts/sale';
import type { I18n } from '../../lib/i18n';

/** For `RemoveRecord` and `RemoveDialog`: erases a person for good, and names the machines that become unsold. */
export const deletion = (t: I18n['t'], c: CustomerDetail) => ({
  kind: 'customer' as const,
  endpoint: customers.delete,
  record: c,
  also: [sales.list],
  children: c.owned.length > 0 && (
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
  ),
});
