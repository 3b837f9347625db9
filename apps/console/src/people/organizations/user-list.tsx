import { chakra } from '@chakra-ui/react';
import { groupTypes, roles } from '@headland/contracts/access';
import { type UserRow, users } from '@headland/contracts/user';
import { phoneText } from '@headland/domain/phone-text';
import { userListColumns } from '@headland/i18n/columns/users';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText, momentText } from '../../lib/time';
import { useCan } from '../../lib/session/session';
import { BriefTime } from '../../ui/brief-time';
import { Button } from '../../ui/button';
import { FilterBar, FilterChip, FilterMany, FilterText, FilterToggle, useFilterOn } from '../../ui/filter-bar';
import { useListColumns } from '../../ui/list-columns';
import { ListExport } from '../../ui/list-page';
import { StateLabel } from '../../ui/status-chip';
import type { Column } from '../../ui/table';
import { useList } from '../../ui/use-list';
import { ListFrame } from './list-frame';
import type { ScreenState } from './use-screen';

export function UserList({ screen }: { screen: ScreenState }) {
  const { t } = useI18n();
  const can = useCan();
  const list = useList(users.list);
  const f = list.filter;
  const table = { ...useColumns(), idOf, signature, mark };
  return (
    <ListFrame<UserRow>
      title={t('organization.tab.users')}
      list={list}
      kind="user"
      screen={screen}
      filtered={
        [f.loginId, f.name, f.email].some((v) => v !== undefined) ||
        f.role.length > 0 ||
        f.groupType.length > 0 ||
        f.active !== 'yes'
      }
      filters={
        <FilterBar onReset={screen.reset} end={<ListExport brief as="users" list={list} table={table} />}>
          <FilterText
            label={t('user.loginId')}
            value={f.loginId}
            onApply={(loginId) => list.set({ loginId })}
            width="130px"
          />
          <FilterText
            label={t('user.field.name')}
            value={f.name}
            onApply={(name) => list.set({ name })}
            width="130px"
          />
          <FilterText label={t('user.field.email')} value={f.email} onApply={(email) => list.set({ email })} />
          <FilterMany
            label={t('user.field.role')}
            values={f.role}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            onApply={(role) => list.set({ role })}
          />
          <FilterMany
            label={t('user.field.groupType')}
            values={f.groupType}
            options={groupTypes.map((value) => ({ value, label: t(`groupType.${value}`) }))}
            onApply={(groupType) => list.set({ groupType })}
          />
          <ActiveFilter value={f.active} onApply={(active) => list.set({ active })} />
          {screen.underId !== null && (
            <FilterToggle on={f.below !== false} onApply={(on) => list.set({ below: on ? undefined : 'false' })}>
              {t('organization.below')}
            </FilterToggle>
          )}
        </FilterBar>
      }
      table={table}
      empty={{
        title: t('user.empty'),
        text: t('user.emptyText'),
        ...(can(users.create.allow)
          ? {
              action: <Button onClick={() => screen.show({ kind: 'user', id: 0, edit: true })}>{t('user.new')}</Button>,
            }
          : {}),
      }}
    />
  );
}

/** Active ones by default: a choice of three, in which "all" is a choice, too. */
function ActiveFilter({
  value,
  onApply,
}: {
  value: 'yes' | 'no' | 'all';
  onApply: (value: 'yes' | 'no' | 'all') => void;
}) {
  const { t } = useI18n();
  useFilterOn(value !== 'yes');
  return (
    <FilterChip as="label" data-on={value !== 'yes' || undefined}>
      <em>{t('user.field.active')}</em>
      <select value={value} onChange={(e) => onApply(e.target.value as 'yes' | 'no' | 'all')}>
        {(['yes', 'no', 'all'] as const).map((v) => (
          <option key={v} value={v}>
            {v === 'all' ? t('common.all') : t(v === 'yes' ? 'user.isActive' : 'user.isInactive')}
          </option>
        ))}
      </select>
      <ChevronDown size={13} aria-hidden />
    </FilterChip>
  );
}

/** Active, inactive, or invited and not there yet. */
export function ActiveState({ user }: { user: Pick<UserRow, 'active' | 'joinedAt'> }) {
  const { t } = useI18n();
  if (!user.active) return <StateLabel state="off">{t('user.isInactive')}</StateLabel>;
  return user.joinedAt === null ? (
    <StateLabel state="off">{t('user.isInvited')}</StateLabel>
  ) : (
    <StateLabel state="normal">{t('user.isActive')}</StateLabel>
  );
}

const idOf = (row: UserRow): number => row.id;
const signature = (row: UserRow): number => row.version;
const mark = (row: UserRow): 'quiet' | undefined => (row.active ? undefined : 'quiet');

function useColumns(): { columns: Column<UserRow>[]; phone: Column<UserRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(userListColumns);
  return useMemo(() => {
    const active: Column<UserRow> = { ...c.active, width: '92px', cell: (r) => <ActiveState user={r} /> };
    return {
      columns: Object.values<Column<UserRow>>({
        ...c,
        loginId: { ...c.loginId, width: '120px' },
        name: { ...c.name, width: '110px', identity: true, cell: (r) => <b>{r.name}</b> },
        email: { ...c.email, yields: true },
        role: { ...c.role, width: '76px', yields: true },
        groupType: { ...c.groupType, width: '120px', yields: true },
        active,
        phone: {
          ...c.phone,
          width: '128px',
          yields: true,
          cell: (r) => (r.phone ? phoneText(r.phone) : '–'),
        },
        lastLogin: {
          ...c.lastLogin,
          width: '130px',
          yields: true,
          cell: (r) =>
            r.lastLoginAt === null ? (
              '–'
            ) : (
              <span className="num" title={momentText(r.lastLoginAt)}>
                <BriefTime at={r.lastLoginAt} />
              </span>
            ),
        },
        joined: {
          ...c.joined,
          title: t('user.joined'),
          width: '130px',
          yields: true,
          cell: (r) =>
            r.joinedAt !== null
              ? dayText(r.joinedAt)
              : r.invitedAt === null
                ? '–'
                : t('user.invitedOn', { day: dayText(r.invitedAt) }),
        },
      } satisfies typeof c),
      phone: [
        {
          ...c.name,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <b>{r.name}</b> {r.loginId}
              <chakra.small display="block" color="ink3">
                {r.organization.name} · {t(`role.${r.role}`)}
              </chakra.small>
            </chakra.span>
          ),
        },
        active,
      ],
    };
  }, [t, c]);
}
