import { customers } from '@headland/contracts/customer';
import type { ServiceFilter } from '@headland/contracts/diagnosis';
import { models } from '@headland/contracts/model';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { FilterBar, FilterMany, FilterSelect, FilterText } from '../filter-bar';
import { OrganizationFilter } from '../organization-filter';

type Shared = 'vin' | 'deviceId' | 'model' | 'dealerId' | 'customer' | 'online' | 'held';
interface Props {
  /** of any list whose filter is that of remote service, with or without more */
  list: {
    filter: Pick<ServiceFilter, Shared>;
    set: (patch: Partial<Pick<z.input<typeof ServiceFilter>, Shared>>) => void;
    reset: () => void;
  };
  /** filters of this list alone */
  children?: ReactNode;
}

/** The filters that the lists of remote service share. The default shows the machines that are online. */
export function ServiceFilters({ list: { filter: f, set, reset }, children }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const { data: names = [] } = useQuery(query(models.names));
  return (
    <FilterBar onReset={reset}>
      <FilterText label={t('remote.vin')} value={f.vin} onApply={(vin) => set({ vin })} />
      <FilterText label={t('remote.deviceId')} value={f.deviceId} onApply={(deviceId) => set({ deviceId })} />
      <FilterMany
        label={t('remote.model')}
        values={f.model}
        options={names.map(({ name }) => ({ value: name, label: name }))}
        onApply={(model) => set({ model })}
      />
      <OrganizationFilter label={t('remote.dealer')} value={f.dealerId} onApply={(dealerId) => set({ dealerId })} />
      {can(customers.list.allow) && (
        <FilterText
          label={t('remote.customer')}
          value={f.customer}
          onApply={(customer) => set({ customer })}
          width="140px"
        />
      )}
      <FilterSelect
        label={t('remote.connection')}
        value={f.online === undefined ? undefined : String(f.online)}
        options={[
          { value: 'true', label: t('remote.online') },
          { value: 'false', label: t('remote.offline') },
        ]}
        onApply={(online) => set({ online: (online ?? 'all') as 'true' | 'false' | 'all' })}
      />
      <FilterSelect
        label={t('remote.session')}
        value={f.held === undefined ? undefined : String(f.held)}
        options={[
          { value: 'false', label: t('remote.free') },
          { value: 'true', label: t('remote.held') },
        ]}
        onApply={(held) => set({ held: held as 'true' | 'false' | undefined })}
      />
      {children}
    </FilterBar>
  );
}
