import { chakra, Flex } from '@chakra-ui/react';
import {
  type ChangeOrganizationBody as ChangeBody,
  ChangeOrganizationBody,
  type MovePreview,
  OrganizationBody,
  type OrganizationDetail,
  organizations,
} from '@headland/contracts/organization';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { call, query } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { Dialog } from '../../ui/dialog';
import { LeaveGuard } from '../../ui/leave-guard';
import { Panel } from '../../ui/panel';
import { ErrorState } from '../../ui/states';
import { toast } from '../../ui/toast';
import { branchOf, shapeOf } from '../../ui/tree-shape';
import { useForm } from '../../ui/use-form';
import { newOrganization, OrganizationFields, organizationFields, organizationValues } from './organization-fields';
import { type ScreenState, shownKeys, useInvalidateOrganizations } from './use-screen';

export function NewOrganization({ screen }: { screen: ScreenState }) {
  const { t } = useI18n();
  const formId = useId();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const invalidate = useInvalidateOrganizations();
  const form = useForm(OrganizationBody, newOrganization(screen.underId));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit(async (body) => {
      const made = await call(organizations.create, { body });
      invalidate();
      toast(t('organization.said.created', { name: made.name }));
      screen.show({ kind: 'org', id: made.id, edit: false }, { saved: true });
    });
  };
  return (
    <Panel
      title={t('organization.new')}
      onClose={() => screen.show(null)}
      foot={<FormFoot formId={formId} busy={form.busy} onCancel={() => screen.show(null)} />}
    >
      <form id={formId} noValidate onSubmit={(e) => void save(e)}>
        <OrganizationFields form={form} tree={tree} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </form>
      <LeaveGuard form={form} within={shownKeys} />
    </Panel>
  );
}

interface EditProps {
  organization: OrganizationDetail;
  /** reads what is saved now */
  onRefresh: () => Promise<OrganizationDetail | undefined>;
  screen: ScreenState;
}
/** What was loaded stays below what one types: later reads of the same organisation change neither, only Reload does. */
export function EditOrganization({ organization, onRefresh: onLook, screen }: EditProps) {
  const [start, setStart] = useState(organization);
  return (
    <EditForm
      key={start.version}
      start={start}
      newest={organization}
      onRefresh={() => void onLook()}
      onReload={() => void onLook().then((now) => now && setStart(now))}
      screen={screen}
    />
  );
}

interface EditFormProps {
  start: OrganizationDetail;
  newest: OrganizationDetail;
  onRefresh: () => void;
  onReload: () => void;
  screen: ScreenState;
}
function EditForm({ start, newest, onRefresh: onLook, onReload, screen }: EditFormProps) {
  const { t } = useI18n();
  const formId = useId();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const invalidate = useInvalidateOrganizations();
  const form = useForm(ChangeOrganizationBody, { ...organizationValues(start), version: String(start.version) });
  const [move, setMove] = useState<MovePreview | null>(null);
  const below = useMemo(
    () => branchOf(shapeOf(tree.map((o) => ({ ...o, label: o.name }))), start.id),
    [tree, start.id],
  );
  const params = { id: start.id };
  const view = { kind: 'org', id: start.id, edit: false } as const;
  const nameOf = (id: string) => tree.find((o) => String(o.id) === id)?.name ?? '–';

  const send = async (body: ChangeBody): Promise<void> => {
    const saved = await call(organizations.change, { params, body });
    invalidate();
    toast(t('organization.said.changed', { name: saved.name }));
    screen.show(view, { saved: true });
  };
  /** A move is asked for once more, with what it means: who sees how much no longer, and who does from then on. */
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit(async (body) => {
      if (body.parentId !== null && body.parentId !== start.parent?.id)
        setMove(await call(organizations.movePreview, { params, query: { parentId: body.parentId } }));
      else await send(body);
    });
  };
  const text = (name: string, value: string): string =>
    name === 'parentId' ? nameOf(value) : name === 'type' ? t(`groupType.${value}` as 'groupType.DEALER') : value;
  const theirs = organizationValues(newest);
  return (
    <Panel
      title={start.name}
      over={t('organization.editing')}
      onClose={() => screen.show(view)}
      foot={<FormFoot formId={formId} busy={form.busy} onCancel={() => screen.show(view)} />}
    >
      <form id={formId} noValidate onSubmit={(e) => void save(e)}>
        {form.problem?.code === 'CHANGED_MEANWHILE' && (
          <chakra.div px="4" pt="3">
            <ChangedMeanwhile
              problem={form.problem}
              rows={organizationFields.map((name) => ({
                label: t(`organization.field.${name}`),
                now: text(name, theirs[name]),
                yours: text(name, form.values[name]),
              }))}
              onRefresh={onLook}
              onReload={onReload}
            />
          </chakra.div>
        )}
        <OrganizationFields
          form={form}
          tree={tree}
          forbidden={below}
          topmost={start.parent === null}
          refused={start.refused}
        />
        {form.problem && form.problem.code !== 'CHANGED_MEANWHILE' && <ErrorState compact error={form.problem} />}
      </form>
      <LeaveGuard form={form} within={shownKeys} />
      <Dialog
        open={move !== null}
        onClose={() => setMove(null)}
        title={t('organization.moveTitle', { name: start.name, parent: nameOf(form.values.parentId) })}
        confirm={{
          label: t('organization.move'),
          busy: form.busy,
          onConfirm: () => void form.submit(send).then(() => setMove(null)),
        }}
      >
        {move && <MoveImpact move={move} />}
      </Dialog>
    </Panel>
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

export function FormFoot({
  formId,
  busy,
  onCancel,
  note,
}: {
  formId: string;
  busy: boolean;
  onCancel: () => void;
  note?: string;
}) {
  const { t } = useI18n();
  return (
    <Flex gap="2" align="center">
      <chakra.span flex="1" textStyle="small" color="ink3">
        {note}
      </chakra.span>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button kind="primary" type="submit" form={formId} busy={busy}>
        {t('common.save')}
      </Button>
    </Flex>
  );
}
