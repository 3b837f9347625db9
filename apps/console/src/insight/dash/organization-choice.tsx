import { Layers } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { useOrganizationNodes } from '../../ui/organization-filter';
import { TreePicker } from '../../ui/tree-select';

/**
 * The organization of the metrics: the member's own with all below it, or one of these. Hidden if there are none below.
 */
export function OrganizationChoice({
  value,
  onChoose,
}: {
  value: number | undefined;
  onChoose: (id: number | undefined) => void;
}) {
  const { t } = useI18n();
  const nodes = useOrganizationNodes();
  const own = nodes[0];
  if (nodes.length < 2 || own === undefined) return null;
  const chosen = nodes.find((n) => n.id === value) ?? own;
  return (
    <TreePicker
      label={t('dash.organization')}
      nodes={nodes}
      selectedId={chosen.id}
      onSelect={(node) => onChoose(node.id === own.id ? undefined : node.id)}
      trigger={
        <Button icon={<Layers size={15} aria-hidden />} aria-label={`${t('dash.organization')}: ${chosen.label}`}>
          {chosen.label}
        </Button>
      }
    />
  );
}
