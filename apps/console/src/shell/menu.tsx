import { chakra, Flex } from '@chakra-ui/react';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import {
  ChartColumn,
  ChevronDown,
  ChevronRight,
  House,
  type LucideIcon,
  MessageSquare,
  MonitorCog,
  Settings,
  ShoppingCart,
  Sparkles,
  Tractor,
  UsersRound,
  Wrench,
} from 'lucide-react';
import { Suspense } from 'react';
import { useT } from '../lib/i18n';
import { type MenuGroup, part, type Screen } from '../lib/screen';
import { useConfig } from '../lib/session/member';
import { useCan } from '../lib/session/session';
import { useStored } from '../lib/session/store';
import { LaterMenu } from '../ui/later-menu';
import { useNavigation } from './navigation';

export const groupIcons: Record<MenuGroup, LucideIcon> = {
  home: House,
  vehicle: Tractor,
  maintenance: Wrench,
  user: UsersRound,
  statistics: ChartColumn,
  remoteService: MonitorCog,
  customerService: MessageSquare,
  ecommerce: ShoppingCart,
  gptService: Sparkles,
  administrator: Settings,
};

/** The menu's screens that this member may read, by group, in the product's order. */
export function useMenu(): { group: MenuGroup; entries: Screen[] }[] {
  const can = useCan();
  const { screens } = useNavigation();
  return (Object.keys(groupIcons) as MenuGroup[])
    .map((group) => ({ group, entries: screens.filter((s) => s.entry && s.group === group && can(s.permission)) }))
    .filter(({ entries }) => entries.length > 0);
}

export function Menu({ small, onGo }: { small: boolean; onGo?: () => void }) {
  const t = useT();
  const menu = useMenu();
  const { screenAt } = useNavigation();
  const current = useRouterState({ select: (s) => screenAt(s.location.pathname) });
  const config = useConfig();
  const [{ closed, ...kept }, setMenu] = useStored('menu');
  const toggle = (group: string) =>
    setMenu({ ...kept, closed: closed.includes(group) ? closed.filter((g) => g !== group) : [...closed, group] });
  return (
    <chakra.nav
      aria-label={t('shell.menu')}
      display="flex"
      flexDirection="column"
      gap="1px"
      p={small ? '8px 6px' : '2'}
      alignItems={small ? 'center' : 'stretch'}
      bg="surface"
      borderRight="1px solid"
      borderColor="line"
      overflowY="auto"
      minH="0"
      h="full"
      css={menuCss}
    >
      {menu.map(({ group, entries }) => {
        const Icon = groupIcons[group];
        if (small) return <SmallGroup key={group} group={group} entries={entries} current={current} />;
        const [first] = entries;
        if (group === 'home' && first)
          return (
            <Entry
              key={group}
              screen={first}
              current={current}
              icon={<Icon size={16} strokeWidth={1.6} />}
              {...(onGo ? { onGo } : {})}
            />
          );
        const open = !closed.includes(group);
        return (
          <div key={group}>
            <button type="button" className="group" aria-expanded={open} onClick={() => toggle(group)}>
              <Icon size={16} strokeWidth={1.6} />
              <span className="name">{t(`menu.${group}`)}</span>
              {open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
            </button>
            {open &&
              entries.map((screen) => (
                <Entry key={screen.path} screen={screen} current={current} {...(onGo ? { onGo } : {})} />
              ))}
          </div>
        );
      })}
      <span style={{ flex: 1 }} />
      {!small && config && <span className="version">{t('shell.version', { version: config.version })}</span>}
    </chakra.nav>
  );
}

function Entry({
  screen,
  current,
  icon,
  onGo,
}: {
  screen: Screen;
  current: Screen | undefined;
  icon?: React.ReactNode;
  onGo?: () => void;
}) {
  const t = useT();
  // the paths of a record begin with the path of its list
  const on = current === screen || (current?.entry === false && current.path.startsWith(screen.path));
  return (
    <Link
      to={screen.path}
      className={icon ? 'entry solo' : 'entry'}
      data-on={on || undefined}
      aria-current={on ? 'page' : undefined}
      activeProps={{}}
      onClick={onGo}
    >
      {icon}
      <span className="name">{t(screen.title)}</span>
      <Badge screen={screen} />
    </Link>
  );
}

function SmallGroup({ group, entries, current }: { group: MenuGroup; entries: Screen[]; current: Screen | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const Icon = groupIcons[group];
  const on = current?.group === group;
  const [only] = entries.length === 1 ? entries : [];
  const inner = (
    <>
      <Icon size={17} strokeWidth={1.6} />
      {entries.some((s) => s.badge === 'sosRaised') && (
        <Suspense fallback={null}>
          <Alarm />
        </Suspense>
      )}
    </>
  );
  if (only)
    return (
      <Link
        to={only.path}
        className="small"
        data-on={on || undefined}
        aria-label={t(only.title)}
        title={t(only.title)}
        activeProps={{}}
      >
        {inner}
      </Link>
    );
  return (
    <LaterMenu
      placement="right-start"
      trigger={
        <button
          type="button"
          className="small"
          data-on={on || undefined}
          aria-label={t(`menu.${group}`)}
          title={t(`menu.${group}`)}
        >
          {inner}
        </button>
      }
    >
      {({ MenuItem }) =>
        entries.map((s) => (
          <MenuItem key={s.path} value={s.path} onSelect={() => void navigate({ to: s.path })}>
            <Flex gap="2">
              <chakra.span flex="1">{t(s.title)}</chakra.span>
              <Badge screen={s} />
            </Flex>
          </MenuItem>
        ))
      }
    </LaterMenu>
  );
}

const Counted = part(() => import('./menu-badge').then((m) => m.Badge));
const Alarm = part(() => import('./menu-badge').then((m) => m.AlarmDot));
/** Counts are asked for after the first drawing, and so is the code that does. */
const Badge = ({ screen }: { screen: Screen }) =>
  screen.badge && (
    <Suspense fallback={null}>
      <Counted screen={screen} />
    </Suspense>
  );

const menuCss = {
  '& .group': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '32px',
    width: '100%',
    padding: '0 8px',
    color: 'var(--ink-2)',
    font: '500 13px/18px var(--font)',
    borderRadius: 'var(--r-control)',
  },
  '& .name': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .group svg:last-child': { color: 'var(--ink-3)' },
  '& .group:hover, & .entry:hover, & .small:hover': { background: 'var(--hover)' },
  '& .entry': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '30px',
    padding: '0 8px 0 32px',
    borderRadius: 'var(--r-control)',
    color: 'var(--ink-2)',
    fontSize: '13px',
  },
  '& .entry.solo': { paddingLeft: '8px', gap: '8px', minHeight: '32px', fontWeight: 500 },
  '& .entry[data-on], & .small[data-on]': { background: 'var(--accent-soft)', color: 'var(--accent)', fontWeight: 600 },
  '@media (max-width: 767px)': { '& .entry, & .entry.solo, & .group': { minHeight: '44px' } },
  '& .small': {
    width: '40px',
    height: '40px',
    display: 'grid',
    placeItems: 'center',
    borderRadius: 'var(--r-control)',
    color: 'var(--ink-2)',
    position: 'relative',
  },
  '& .dot': {
    position: 'absolute',
    top: '7px',
    right: '7px',
    width: '8px',
    height: '8px',
    borderRadius: '50%',
    background: 'var(--now-ink)',
  },
  '& .version': { fontSize: '11px', color: 'var(--ink-3)', padding: '8px' },
} as const;
