import { chakra } from '@chakra-ui/react';
import type { OrganizationNode } from '@headland/contracts/organization';
import { organizations } from '@headland/contracts/organization';
import { vehicles, vehicleStates } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWords } from '../lib/text';
import { query, useCan } from '../session/session';
import { FilterBar, FilterMany, FilterSelect, FilterText, FilterToggle } from '../ui/filter-bar';
import { StateMark } from '../ui/state-mark';
import type { List } from '../ui/use-list';

/** The filters of the vehicle list; each lands in the address. A customer's name is asked for only by those who may read customers. */
export function VehicleFilters({ list }: { list: List<typeof vehicles.list> }) {
  const { t } = useWords();
  const can = useCan();
  const { filter, set } = list;
  const { data: models = [] } = useQuery(query(vehicles.models));
  const { data: tree = [] } = useQuery(query(organizations.tree));
  const dealers = useMemo(() => indented(tree), [tree]);
  const hours = (name: 'hoursFrom' | 'hoursTo') => (typed: string | undefined) => {
    const n = Number(typed?.replace(',', '.'));
    set({ [name]: typed === undefined || !Number.isFinite(n) || n < 0 ? undefined : String(n) });
  };
  return (
    <chakra.div css={narrowCss}>
      <FilterBar onReset={list.reset}>
        <FilterText label={t('vehicle.vin')} value={filter.vin} width="132px" onApply={(vin) => set({ vin })} />
        <FilterMany label={t('vehicle.model')} values={filter.model} options={models.map((m) => ({ value: m, label: m }))} onApply={(model) => set({ model })} />
        {dealers.length > 1 && (
          <FilterSelect
            label={t('vehicle.dealer')}
            value={filter.dealerId === undefined ? undefined : String(filter.dealerId)}
            options={dealers}
            onApply={(dealerId) => set({ dealerId })}
          />
        )}
        {can('customer:R') && <FilterText label={t('vehicle.customer')} value={filter.customer} width="112px" onApply={(customer) => set({ customer })} />}
        <FilterMany
          label={t('vehicle.state')}
          values={filter.state}
          options={vehicleStates.map((s) => ({ value: s, label: t(`state.${s}`) }))}
          onApply={(state) => set({ state })}
        />
        <FilterSelect
          label={t('vehicle.connection')}
          value={filter.online === undefined ? undefined : String(filter.online)}
          onApply={(online) => set({ online: online as 'true' | 'false' | undefined })}
          options={[
            { value: 'true', label: t('vehicle.online') },
            { value: 'false', label: t('state.offline') },
          ]}
        />
        <FilterText
          label={t('vehicle.hoursFrom')}
          value={filter.hoursFrom === undefined ? undefined : String(filter.hoursFrom)}
          width="100px"
          onApply={hours('hoursFrom')}
        />
        <FilterText label={t('vehicle.hoursTo')} value={filter.hoursTo === undefined ? undefined : String(filter.hoursTo)} width="100px" onApply={hours('hoursTo')} />
        <FilterToggle on={filter.openFault === true} icon={<StateMark state="today" />} onApply={(on) => set({ openFault: on ? 'true' : undefined })}>
          {t('vehicle.openFault')}
        </FilterToggle>
        <FilterToggle on={filter.openSos === true} icon={<StateMark state="now" />} onApply={(on) => set({ openSos: on ? 'true' : undefined })}>
          SOS
        </FilterToggle>
      </FilterBar>
    </chakra.div>
  );
}

/** The widest organisation must not make the field as wide as itself. */
const narrowCss = { '& select': { maxWidth: '88px', textOverflow: 'ellipsis' }, '& form': { gap: '6px' } } as const;

/** The tree as options of a select: children after their parent, one step further in. A node whose parent is out of scope is a root. */
export function indented(tree: readonly OrganizationNode[]): { value: string; label: string }[] {
  const known = new Set(tree.map((n) => n.id));
  const children = new Map<number | null, OrganizationNode[]>();
  for (const n of tree) {
    const parent = n.parentId !== null && known.has(n.parentId) ? n.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), n]);
  }
  const walk = (parent: number | null, depth: number): { value: string; label: string }[] =>
    (children.get(parent) ?? []).flatMap((n) => [{ value: String(n.id), label: `${'\u2003'.repeat(depth)}${n.name}` }, ...walk(n.id, depth + 1)]);
  return walk(null, 0);
}
