import { chakra, Flex } from '@chakra-ui/react';
import { organizations, type OrganizationNode } from '@headland/contracts/organization';
import { ChangeUserBody, UserBody, type UserDetail, users } from '@headland/contracts/user';
import { rightsAbove } from '@headland/domain/rank';
import { takeAwayRefusal } from '@headland/domain/user';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { call, query, useCurrentMember } from '../../lib/session/session';
import { ChangedMeanwhile } from '../../ui/changed-meanwhile';
import { LeaveGuard } from '../../ui/leave-guard';
import { LoginIdField, useIdCheck } from '../../ui/login-id-field';
import { Panel } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { Segmented } from '../../ui/tabs';
import { toast } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { FormFoot } from './organization-form';
import { newUser, UserFields, userFields, userValues } from './user-fields';
import { type ScreenState, shownKeys, useInvalidateOrganizations } from './use-screen';

/** How the user gets in: by a sign-up link, or with an ID and a temporary password; both go to the e-mail. */
type Way = 'link' | 'id';

export function NewUser({ screen }: { screen: ScreenState }) {
  const { t } = useI18n();
  const { data: tree } = useQuery(query(organizations.tree, {}));
  // the organisation decides what the form begins with
  if (!tree)
    return (
      <Panel title={t('user.new')} onClose={() => screen.show(null)}>
        <Skeleton rows={7} height={56} />
      </Panel>
    );
  return <NewUserForm tree={tree} screen={screen} />;
}

function NewUserForm({ tree, screen }: { tree: readonly OrganizationNode[]; screen: ScreenState }) {
  const { t } = useI18n();
  const formId = useId();
  const me = useCurrentMember();
  const invalidate = useInvalidateOrganizations();
  const [initial] = useState(() => {
    const values = newUser(tree.find((o) => o.id === screen.underId));
    const grants = tree.some(
      (o) => o.type === values.groupType && me !== null && !rightsAbove({ groupType: o.type, role: 'STAFF' }, me),
    );
    return { ...values, groupType: grants ? values.groupType : '', way: 'link', loginId: '' };
  });
  const form = useForm(UserBody, initial, { draft: 'user-new' });
  const { values } = form;
  const id = useIdCheck(values.loginId, (loginId) => call(users.idFree, { query: { loginId } }));
  const byId = values.way === 'id';
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const refused = byId && !id.free ? id.refuse() : null;
    await form.submit(async (body) => {
      if (refused !== null) throw new Problem('E0001', {}, { loginId: refused });
      const made = await call(users.create, { body });
      invalidate();
      toast(t(byId ? 'user.said.registered' : 'user.said.invited', { email: made.email ?? '' }));
      screen.show({ kind: 'user', id: made.id, edit: false }, { saved: true });
    });
  };
  return (
    <Panel
      title={t('user.new')}
      onClose={() => screen.show(null)}
      foot={<FormFoot formId={formId} busy={form.busy} onCancel={() => screen.show(null)} note={t('form.draft')} />}
    >
      <chakra.form id={formId} noValidate display="grid" gap="3" px="4" py="3" onSubmit={(e) => void save(e)}>
        <Flex direction="column" gap="1.5" align="flex-start">
          <Segmented<Way>
            label={t('user.way')}
            value={byId ? 'id' : 'link'}
            onChange={(way) => {
              form.set('way', way);
              if (way === 'link') form.set('loginId', '');
            }}
            choices={[
              { value: 'link', label: t('user.way.link') },
              { value: 'id', label: t('user.way.id') },
            ]}
          />
          <chakra.span textStyle="small" color="ink3">
            {t(byId ? 'user.way.idHelp' : 'user.way.linkHelp')}
          </chakra.span>
        </Flex>
        {byId && <LoginIdField label={t('user.loginId')} idCheck={id} {...form.field('loginId')} />}
        <UserFields form={form} tree={tree} />
        {form.problem && <ErrorState compact error={form.problem} />}
      </chakra.form>
      <LeaveGuard form={form} within={shownKeys} draft />
    </Panel>
  );
}

interface EditProps {
  user: UserDetail;
  /** reads what is saved now */
  onRefresh: () => Promise<UserDetail | undefined>;
  screen: ScreenState;
}
/** What was loaded stays below what one types: later reads of the same user change neither, only Reload does. */
export function EditUser({ user, onRefresh: onLook, screen }: EditProps) {
  const [start, setStart] = useState(user);
  return (
    <EditForm
      key={start.version}
      start={start}
      newest={user}
      onRefresh={() => void onLook()}
      onReload={() => void onLook().then((now) => now && setStart(now))}
      screen={screen}
    />
  );
}

interface EditFormProps {
  start: UserDetail;
  newest: UserDetail;
  onRefresh: () => void;
  onReload: () => void;
  screen: ScreenState;
}
function EditForm({ start, newest, onRefresh: onLook, onReload, screen }: EditFormProps) {
  const { t } = useI18n();
  const formId = useId();
  const invalidate = useInvalidateOrganizations();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const form = useForm(ChangeUserBody, { ...userValues(start), version: String(start.version) });
  const view = { kind: 'user', id: start.id, edit: false } as const;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await form.submit(async (body) => {
      const saved = await call(users.change, { params: { id: start.id }, body });
      invalidate();
      toast(t('user.said.changed', { name: saved.name }));
      screen.show(view, { saved: true });
    });
  };
  const text = (name: string, value: string): string => {
    if (name === 'organizationId') return tree.find((o) => String(o.id) === value)?.name ?? '–';
    if (name === 'groupType') return t(`groupType.${value}` as 'groupType.DEALER');
    if (name === 'role') return t(`role.${value}` as 'role.STAFF');
    if (name === 'active') return t(value === 'true' ? 'user.isActive' : 'user.isInactive');
    return value;
  };
  const theirs = userValues(newest);
  return (
    <Panel
      title={start.name}
      over={t('user.editing')}
      onClose={() => screen.show(view)}
      foot={<FormFoot formId={formId} busy={form.busy} onCancel={() => screen.show(view)} />}
    >
      <chakra.form id={formId} noValidate display="grid" gap="3" px="4" py="3" onSubmit={(e) => void save(e)}>
        {form.problem?.code === 'CHANGED_MEANWHILE' && (
          <ChangedMeanwhile
            problem={form.problem}
            rows={userFields.map((name) => ({
              label: t(`user.field.${name}`),
              now: text(name, theirs[name]),
              yours: text(name, form.values[name]),
            }))}
            onRefresh={onLook}
            onReload={onReload}
          />
        )}
        <UserFields form={form} tree={tree} rights={takeAwayRefusal(start)} self={start.self} />
        {form.problem && form.problem.code !== 'CHANGED_MEANWHILE' && <ErrorState compact error={form.problem} />}
      </chakra.form>
      <LeaveGuard form={form} within={shownKeys} />
    </Panel>
  );
}
