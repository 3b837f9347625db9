import { Flex } from '@chakra-ui/react';
import {
  ChangeOrganizationBody,
  type MovePreview,
  OrganizationBody,
  type OrganizationDetail,
  organizations,
} from '@headland/contracts/organization';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { fieldDifferences } from '../../ui/records/differences';
import type { RecordState } from '../../ui/records/record-edit';
import { RecordFormPanel } from '../../ui/records/record-form';
import { useRecordForm } from '../../ui/records/use-record-form';
import { branchOf, shapeOf } from '../../ui/tree-shape';
import { OrganizationFields } from './organization-fields';
import { formFields, newOrganization, organizationValues } from './organization-values';
import { bothLists, type ScreenState, shownKeys } from './use-screen';

export function NewOrganization({ screen }: { screen: ScreenState }) {
  const { t } = useI18n();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const form = useRecordForm({
    schema: OrganizationBody,
    start: newOrganization(screen.underId),
    within: shownKeys,
    send: (body) => call(organizations.create, { body }),
    invalidates: bothLists,
    toastText: ({ name }) => t('organization.toast.created', { name }),
    done: ({ id }) => screen.show({ kind: 'org', id, edit: false }, { saved: true }),
  });
  return (
    <RecordFormPanel form={form} title={t('organization.new')} onClose={() => screen.show(null)}>
      <OrganizationFields form={form} tree={tree} />
    </RecordFormPanel>
  );
}

interface EditProps extends RecordState<OrganizationDetail> {
  screen: ScreenState;
}
export function EditOrganization({ start, newest, refresh, reload, screen }: EditProps) {
  const { t } = useI18n();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const below = useMemo(
    () => branchOf(shapeOf(tree.map((o) => ({ ...o, label: o.name }))), start.id),
    [tree, start.id],
  );
  const params = { id: start.id };
  const view = { kind: 'org', id: start.id, edit: false } as const;
  const nameOf = (id: string) => tree.find((o) => String(o.id) === id)?.name ?? '–';
  const form = useRecordForm({
    schema: ChangeOrganizationBody,
    start: { ...organizationValues(start), version: String(start.version) },
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: formFields,
        label: (name) => t(`organization.field.${name}`),
        now: organizationValues(newest),
        text: (name, value) =>
          name === 'parentId' ? nameOf(value) : name === 'type' ? t(`groupType.${value}` as 'groupType.DEALER') : value,
      }),
    },
    within: shownKeys,
    // a move: who sees how much no longer, and who does from then on
    confirm: async ({ parentId }) => {
      if (parentId === null || parentId === start.parent?.id) return null;
      const move = await call(organizations.movePreview, { params, query: { parentId } });
      return {
        title: t('organization.moveTitle', { name: start.name, parent: nameOf(String(parentId)) }),
        text: <MoveImpact move={move} />,
        confirm: { label: t('organization.move') },
      };
    },
    send: (body) => call(organizations.change, { params, body }),
    invalidates: bothLists,
    toastText: ({ name }) => t('organization.toast.changed', { name }),
    done: () => screen.show(view, { saved: true }),
  });
  return (
    <RecordFormPanel form={form} title={start.name} over={t('organization.editing')} onClose={() => screen.show(view)}>
      <OrganizationFields
        form={form}
        tree={tree}
        forbidden={below}
        topmost={start.parent === null}
        refused={start.refused}
      />
    </RecordFormPanel>
  );
}

function MoveImpact({ move }: { move: MovePreview }) {
  const { t } = useI18n();
  const names = (list: readonly { name: string }[]) => list.map((o) => o.name).join(', ');
  return (
    <Flex direction="column" gap="2">
      <p>
        {t('organization.moveScope', { organizations: move.organizations, users: move.users, vehicles: move.vehicles })}
      </p>
      {move.leaves.length > 0 && <p>{t('organization.moveLeaves', { names: names(move.leaves) })}</p>}
      {move.enters.length > 0 && <p>{t('organization.moveEnters', { names: names(move.enters) })}</p>}
      {move.leaves.length + move.enters.length === 0 && <p>{t('organization.moveNobody')}</p>}
    </Flex>
  );
}
