import { chakra, Flex } from '@chakra-ui/react';
import { type UserDetail, userFields, users } from '@headland/contracts/user';
import { phoneText } from '@headland/domain/phone-text';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { Facts, Panel, Section } from '../../ui/panel';
import { EmptyState } from '../../ui/states';
import { isOld } from '../../ui/with-record';
import { Pending } from './organization-panel';
import { UserAccount } from './user-account';
import { RemoveUser } from './user-dialogs';
import { RecordEdit } from '../../ui/records/record-edit';
import { EditUser, NewUser } from './user-form';
import { ActiveState } from './user-list';
import type { ScreenState, Shown } from './use-screen';

interface PanelProps {
  shown: Shown;
  screen: ScreenState;
}
export function UserPanel({ shown, screen }: PanelProps) {
  const can = useCan();
  if (shown.id === 0)
    return can(users.create.allow) ? <NewUser screen={screen} /> : <Missing onClose={() => screen.show(null)} />;
  return <OneUser key={String(shown.edit)} shown={shown} screen={screen} />;
}

function OneUser({ shown, screen }: PanelProps) {
  const can = useCan();
  const result = useQuery({
    ...query(users.get, { params: { id: shown.id } }),
    // a form begins with what is saved now
    refetchOnMount: shown.edit ? 'always' : true,
  });
  const { data: user, error, refetch } = result;
  const close = () => screen.show(null);
  if (!user || (shown.edit && isOld(result)))
    return error instanceof Problem && error.code === 'NOT_FOUND' ? (
      <Missing onClose={close} />
    ) : (
      <Pending error={error} onRetry={() => void refetch()} onClose={close} />
    );
  if (shown.edit && can(users.change.allow) && !user.above)
    return (
      <RecordEdit newest={user} refetch={() => refetch().then(({ data }) => data)}>
        {(record) => <EditUser {...record} screen={screen} />}
      </RecordEdit>
    );
  return <Detail user={user} screen={screen} />;
}

/** The name is the title, `active` part of the account; country and detail of the address are parts of others. */
const shownFields = userFields.filter(
  (name) => name !== 'name' && name !== 'active' && name !== 'country' && name !== 'addressDetail',
);

function Detail({ user: u, screen }: { user: UserDetail; screen: ScreenState }) {
  const { t } = useI18n();
  const can = useCan();
  const own: { [N in (typeof shownFields)[number]]?: string | null } = {
    role: t(`role.${u.role}`),
    groupType: t(`groupType.${u.groupType}`),
    phone: u.phone && phoneText(u.phone, u.country),
    address: [u.address, u.addressDetail].filter(Boolean).join(' '),
  };
  return (
    <Panel
      label={u.name}
      over={<ActiveState user={u} />}
      title={
        <>
          {u.name}{' '}
          {u.loginId !== null && (
            <chakra.span color="ink3" fontWeight="400">
              {u.loginId}
            </chakra.span>
          )}
        </>
      }
      under={
        <Button kind="link" px="0" onClick={() => screen.show({ kind: 'org', id: u.organization.id, edit: false })}>
          {u.organization.name}
        </Button>
      }
      onClose={() => screen.show(null)}
      foot={
        (can(users.change.allow) || can(users.remove.allow)) && (
          <Flex gap="2" wrap="wrap">
            {can(users.remove.allow) && <RemoveUser user={u} onGone={() => screen.show(null, { saved: true })} />}
            <chakra.span flex="1" />
            {can(users.change.allow) && (
              <Button
                kind="primary"
                disabled={u.above}
                reason={u.above ? t('error.USER_ABOVE') : undefined}
                onClick={() => screen.show({ kind: 'user', id: u.id, edit: true })}
              >
                {t('user.edit')}
              </Button>
            )}
          </Flex>
        )
      }
    >
      <Section>
        <Facts
          rows={[
            ...shownFields.map((name) => [t(`user.field.${name}`), (own[name] ?? u[name]) || '–'] as const),
            [
              t('user.lastLogin'),
              u.lastLoginAt === null
                ? '–'
                : [momentText(u.lastLoginAt), u.lastLoginAddress].filter(Boolean).join(' · '),
            ],
            [t('user.joined'), u.joinedAt === null ? '–' : momentText(u.joinedAt)],
          ]}
        />
      </Section>
      <UserAccount user={u} />
    </Panel>
  );
}

function Missing({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Panel title="" label={t('user.missing')} onClose={onClose}>
      <EmptyState
        title={t('user.missing')}
        text={t('organization.missingText')}
        action={<Button onClick={onClose}>{t('organization.toList')}</Button>}
      />
    </Panel>
  );
}
