import { organizations } from '@headland/contracts/organization';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useT } from '../lib/text';
import { query } from '../session/session';
import { Button } from '../ui/button';
import { FilterChip } from '../ui/filter-bar';
import { TreePicker } from '../ui/tree-select';

/** The organisations of the caller's scope, as a tree takes them. */
export function useOrganizationNodes() {
  const { data } = useQuery(query(organizations.tree, {}));
  return useMemo(() => (data ?? []).map((o) => ({ id: o.id, parentId: o.parentId, label: o.name })), [data]);
}

/** One organisation, or all. */
export function OrganizationFilter({ value, onApply }: { value: number | undefined; onApply: (id: number | undefined) => void }) {
  const t = useT();
  const nodes = useOrganizationNodes();
  return (
    <TreePicker
      label={t('history.organization')}
      nodes={nodes}
      selectedId={value ?? null}
      onSelect={(node) => onApply(node.id)}
      trigger={
        <FilterChip as="button" type="button" data-on={value !== undefined || undefined}>
          <em>{t('history.organization')}</em>
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
          {t('history.allOrganizations')}
        </Button>
      )}
    />
  );
}
