import type { Permission } from '@headland/contracts/access';
import { guardOf } from '@headland/domain/access';
import type { MessageKey } from '@headland/i18n/catalogue';
import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';

/**
 * Every screen of the console, once: address, page, what it needs, and where it stands in the menu. The router, the guard, the menu, the
 * search and the titles read this table. `entry: false` is a screen without a place in the menu.
 */
export type MenuGroup = 'home' | 'vehicle' | 'maintenance' | 'user' | 'statistics' | 'remoteService' | 'customerService' | 'ecommerce' | 'gptService' | 'administrator';
export interface Screen {
  path: string;
  page: ReturnType<typeof lazyRouteComponent>;
  permission: Permission;
  group: MenuGroup;
  title: MessageKey;
  entry: boolean;
  /** a figure beside the menu entry */
  badge?: 'faultsOccurred' | 'sosRaised';
}

const chunkTimeoutMs = 120_000;
/** A page's code that does not come in two minutes counts as failed, instead of leaving a skeleton for ever. */
const patiently =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('chunk time-out')), chunkTimeoutMs);
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });

export const screens: readonly Screen[] = [
  {
    path: '/dash',
    page: lazyRouteComponent(
      patiently(() => import('./dash/dash.page')),
      'DashPage',
    ),
    permission: guardOf('dash', 'list'),
    group: 'home',
    title: 'screen.dash',
    entry: true,
  },
  {
    path: '/status',
    page: lazyRouteComponent(
      patiently(() => import('./vehicles/vehicle-list.page')),
      'VehicleListPage',
    ),
    permission: guardOf('status', 'list'),
    group: 'vehicle',
    title: 'screen.status',
    entry: true,
  },
  {
    path: '/statusDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./vehicles/vehicle-detail.page')),
      'VehicleDetailPage',
    ),
    permission: guardOf('status', 'detail'),
    group: 'vehicle',
    title: 'screen.statusDetail',
    entry: false,
  },
  {
    path: '/breakdown',
    page: lazyRouteComponent(
      patiently(() => import('./faults/fault-list.page')),
      'FaultListPage',
    ),
    permission: guardOf('breakdown', 'list'),
    group: 'maintenance',
    title: 'screen.breakdown',
    entry: true,
    badge: 'faultsOccurred',
  },
  {
    path: '/sos',
    page: lazyRouteComponent(
      patiently(() => import('./sos/sos.page')),
      'SosPage',
    ),
    permission: guardOf('sos', 'list'),
    group: 'maintenance',
    title: 'screen.sos',
    entry: true,
    badge: 'sosRaised',
  },
  {
    path: '/organization',
    page: lazyRouteComponent(
      patiently(() => import('./organizations/organization.page')),
      'OrganizationPage',
    ),
    permission: guardOf('organization', 'list'),
    group: 'user',
    title: 'screen.organization',
    entry: true,
  },
  {
    path: '/memberHistory',
    page: lazyRouteComponent(
      patiently(() => import('./administration/member-history.page')),
      'MemberHistoryPage',
    ),
    permission: guardOf('memberHistory', 'list'),
    group: 'administrator',
    title: 'screen.memberHistory',
    entry: true,
  },
];

/** Before the login: a centred card each, without shell and stream. The mailbox shows itself in a development start only. */
export const publicPages = {
  '/login': lazyRouteComponent(
    patiently(() => import('./session/login.page')),
    'LoginPage',
  ),
  '/authenticateSms': lazyRouteComponent(
    patiently(() => import('./session/authenticate-sms.page')),
    'AuthenticateSmsPage',
  ),
  '/findId': lazyRouteComponent(
    patiently(() => import('./session/find-id.page')),
    'FindIdPage',
  ),
  '/findPw': lazyRouteComponent(
    patiently(() => import('./session/find-pw.page')),
    'FindPwPage',
  ),
  '/join': lazyRouteComponent(
    patiently(() => import('./session/join.page')),
    'JoinPage',
  ),
  '/changePwd': lazyRouteComponent(
    patiently(() => import('./session/change-pwd.page')),
    'ChangePwdPage',
  ),
  '/changeExpiredPwd': lazyRouteComponent(
    patiently(() => import('./session/change-pwd.page')),
    'ChangeExpiredPwdPage',
  ),
  '/mailbox': lazyRouteComponent(
    patiently(() => import('./mailbox/mailbox.page')),
    'MailboxPage',
  ),
} as const;
export type PublicPath = keyof typeof publicPages;
export const publicPaths = Object.keys(publicPages) as PublicPath[];
/** Outside the shell and without a login: it runs on a token of its own. */
export const wallPage = lazyRouteComponent(
  patiently(() => import('./wall/wall.page')),
  'WallPage',
);

/** What opens at the right of any screen: `?panel=myInfo`. */
export const panels = {
  myInfo: lazy(patiently(() => import('./account/my-info.panel').then((m) => ({ default: m.MyInfoPanel })))),
  password: lazy(patiently(() => import('./account/password.panel').then((m) => ({ default: m.PasswordPanel })))),
  notifications: lazy(patiently(() => import('./shell/notifications.panel').then((m) => ({ default: m.NotificationsPanel })))),
} as const;
export type PanelName = keyof typeof panels;

export const screenAt = (path: string): Screen | undefined => screens.find((s) => new RegExp(`^${s.path.replace(/\$\w+/gu, '[^/]+')}/?$`, 'u').test(path));
