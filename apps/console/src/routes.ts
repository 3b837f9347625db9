import { firstPage, page, part, screensOf, type Screen } from './lib/screen';
import { customerServiceScreens } from './screens-customer-service';
import { ecommerceScreens } from './screens-ecommerce';
import { gptServiceScreens } from './screens-gpt-service';
import { maintenanceScreens } from './screens-maintenance';
import { remoteServiceScreens } from './screens-remote-service';
import { statisticsScreens } from './screens-statistics';
import { userScreens } from './screens-user';
import type { Navigation } from './shell/navigation';
import { vehicleScreens } from './screens-vehicle';

/** Every screen of the console, once, in the order of the menu, whose groups have a file each. The router, the guard, the menu, the search and the titles read this table. */
export const screens: readonly Screen[] = [
  screensOf('home').list('/dash', 'dash', () => import('./insight/dash/dash.page'), 'DashPage'),
  ...vehicleScreens,
  ...maintenanceScreens,
  ...userScreens,
  ...statisticsScreens,
  ...remoteServiceScreens,
  ...customerServiceScreens,
  ...ecommerceScreens,
  ...gptServiceScreens,
  screensOf('administrator').list(
    '/memberHistory',
    'memberHistory',
    () => import('./people/administration/member-history.page'),
    'MemberHistoryPage',
  ),
];

/** Before the login: a centred card each, without shell and stream. The mailbox shows itself in a development start only. */
export const publicPages = {
  '/login': firstPage(() => import('./people/session/login.page'), 'LoginPage'),
  '/authenticateSms': firstPage(() => import('./people/session/authenticate-sms.page'), 'AuthenticateSmsPage'),
  '/sso': page(() => import('./people/session/sign-on.page'), 'SignOnPage'),
  '/findId': page(() => import('./people/session/find-id.page'), 'FindIdPage'),
  '/findPw': page(() => import('./people/session/find-pw.page'), 'FindPwPage'),
  '/join': page(() => import('./people/session/join.page'), 'JoinPage'),
  '/changePwd': page(() => import('./people/session/change-pwd.page'), 'ChangePwdPage'),
  '/changeExpiredPwd': page(() => import('./people/session/change-pwd.page'), 'ChangeExpiredPwdPage'),
  '/mailbox': page(() => import('./messages/mailbox/mailbox.page'), 'MailboxPage'),
} as const;
export type PublicPath = keyof typeof publicPages;
export const publicPaths = Object.keys(publicPages) as PublicPath[];
/** Outside the shell and without a login: it runs on a token of its own. */
export const wallPage = page(() => import('./live/wall/wall.page'), 'WallPage');

const panels: Navigation['panels'] = {
  myInfo: part(() => import('./people/account/my-info.panel').then((m) => m.MyInfoPanel)),
  password: part(() => import('./people/account/password.panel').then((m) => m.PasswordPanel)),
  help: part(() => import('./shell/help.panel').then((m) => m.HelpPanel)),
  notifications: part(() => import('./shell/notifications.panel').then((m) => m.NotificationsPanel)),
};

export const screenAt = (path: string): Screen | undefined => screens.find((s) => matches([s.path], path));
function matches(patterns: readonly string[], path: string): boolean {
  return patterns.some((p) => new RegExp(`^${p.replace(/\$\w+/gu, '[^/]+')}/?$`, 'u').test(path));
}

/** What the router hands to the shell. */
export const navigation: Navigation = { screens, screenAt, panels };
