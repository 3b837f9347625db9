import type { GroupType } from '@headland/contracts/access';
import { organizations } from '@headland/contracts/organization';
import { isDealer } from '@headland/domain/organization';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useT } from '../lib/i18n';
import { query } from '../lib/session/session';
import { Button } from './button';
import { FilterChip, useFilterOn } from './filter-bar';
import { TreePicker } from './tree-select';

const none: never[] = [];
/** The organisations of the caller's scope, as nodes of a tree. */
export function useOrganizationNodes() {
  const { data = none } = useQuery(query(organizations.tree, {}));
  return useMemo(() => data.map((o) => ({ id: o.id, parentId: o.parentId, label: o.name, type: o.type })), [data]);
}
/** Of these nodes the ones that cannot be chosen where an agency or dealer is meant. */
export function useNotDealers(nodes: readonly { id: number; type: GroupType }[]): ReadonlySet<number> {
  return useMemo(() => new Set(nodes.filter((n) => !isDealer(n.type)).map((n) => n.id)), [nodes]);
}

interface Props {
  label: string;
  value: number | undefined;
  onApply: (id: number | undefined) => void;
  /** only organisations of these types can be chosen: where agencies are meant */
  types?: readonly GroupType[];
}
/** One organisation of the tree, or all. */
export function OrganizationFilter({ label, value, onApply, types }: Props) {
  const t = useT();
  const nodes = useOrganizationNodes();
  const forbidden = useMemo(
    () => new Set(types ? nodes.filter((n) => !types.includes(n.type)).map((n) => n.id) : []),
    [nodes, types],
  );
  useFilterOn(value !== undefined);
  return (
    <TreePicker
      label={label}
      nodes={nodes}
      forbidden={forbidden}
      selectedId={value ?? null}
      onSelect={(node) => onApply(node.id)}
      trigger={
        <FilterChip as="button" type="button" data-on={value !== undefined || undefined}>
          <em>{label}</em>
          <span>{value === undefined ? t('common.all') : (nodes.find((n) => n.id === value)?.label ?? value)}</span>
          <ChevronDown size={13} aria-hidden />
        </FilterChip>
      }
      foot={(close) => (
        <Button
          kind="link"
          onClick={() => {
            onApply(undefined);
            close();
          }}
        >
          {t('filter.allOrganizations')}
        </Button>
      )}
    />
  );
}
