import { chakra, Flex } from '@chakra-ui/react';
import { organizations, type OrganizationNode } from '@headland/contracts/organization';
import { ChangeUserBody, UserBody, type UserDetail, users } from '@headland/contracts/user';
import { rightsAbove } from '@headland/domain/rank';
import { deactivateRefusal } from '@headland/domain/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { call, query, useCurrentMember } from '../../lib/session/session';
import { LoginIdField, useIdCheck } from '../../ui/login-id-field';
import { Panel } from '../../ui/panel';
import { fieldDifferences } from '../../ui/records/differences';
import type { RecordState } from '../../ui/records/record-edit';
import { RecordFormPanel } from '../../ui/records/record-form';
import { useRecordForm } from '../../ui/records/use-record-form';
import { Skeleton } from '../../ui/states';
import { Segmented } from '../../ui/tabs';
import { formFields, newUser, UserFields, userValues } from './user-fields';
import { bothLists, type ScreenState, shownKeys } from './use-screen';

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
  const me = useCurrentMember();
  const [start] = useState(() => {
    const values = newUser(tree.find((o) => o.id === screen.underId));
    const grants = tree.some(
      (o) => o.type === values.groupType && me !== null && !rightsAbove({ groupType: o.type, role: 'STAFF' }, me),
    );
    return { ...values, groupType: grants ? values.groupType : '', way: 'link', loginId: '' };
  });
  const form = useRecordForm({
    schema: UserBody,
    start,
    draft: 'user-new',
    within: shownKeys,
    send: (body) => {
      if (idMissing) throw new Problem('E0001', {}, { loginId: id.refuse() });
      return call(users.create, { body });
    },
    invalidates: bothLists,
    toastText: ({ email }, { loginId }) =>
      t(loginId === undefined ? 'user.toast.invited' : 'user.toast.registered', { email: email ?? '' }),
    done: (made) => screen.show({ kind: 'user', id: made.id, edit: false }, { saved: true }),
  });
  const id = useIdCheck(form.values.loginId, (loginId) => call(users.idFree, { query: { loginId } }));
  const byId = form.values.way === 'id';
  const idMissing = byId && !id.free;
  const save = (): void => {
    // beside what is wrong with other fields
    if (idMissing) id.refuse();
    form.save();
  };
  return (
    <RecordFormPanel form={{ ...form, save }} title={t('user.new')} onClose={() => screen.show(null)}>
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
    </RecordFormPanel>
  );
}

interface EditProps extends RecordState<UserDetail> {
  screen: ScreenState;
}
export function EditUser({ start, newest, refresh, reload, screen }: EditProps) {
  const { t } = useI18n();
  const { data: tree = [] } = useQuery(query(organizations.tree, {}));
  const view = { kind: 'user', id: start.id, edit: false } as const;
  const form = useRecordForm({
    schema: ChangeUserBody,
    start: { ...userValues(start), version: String(start.version) },
    changed: {
      refresh,
      reload,
      rows: fieldDifferences({
        names: formFields,
        label: (name) => t(`user.field.${name}`),
        now: userValues(newest),
        text: (name, value) => {
          if (name === 'organizationId') return tree.find((o) => String(o.id) === value)?.name ?? '–';
          if (name === 'groupType') return t(`groupType.${value}` as 'groupType.DEALER');
          if (name === 'role') return t(`role.${value}` as 'role.STAFF');
          if (name === 'active') return t(value === 'true' ? 'user.isActive' : 'user.isInactive');
          return value;
        },
      }),
    },
    within: shownKeys,
    send: (body) => call(users.change, { params: { id: start.id }, body }),
    invalidates: bothLists,
    toastText: ({ name }) => t('user.toast.changed', { name }),
    done: () => screen.show(view, { saved: true }),
  });
  return (
    <RecordFormPanel form={form} title={start.name} over={t('user.editing')} onClose={() => screen.show(view)}>
      <UserFields form={form} tree={tree} rights={deactivateRefusal(start)} self={start.self} />
    </RecordFormPanel>
  );
}
