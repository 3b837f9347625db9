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
  /** of a registration route whose number is not 0: it edits that record */
  editing?: Permission;
  group: MenuGroup;
  title: MessageKey;
  entry: boolean;
  /** a figure beside the menu entry */
  badge?: 'faultsOccurred' | 'sosRaised' | 'transfersAwaiting';
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
    path: '/production',
    page: lazyRouteComponent(
      patiently(() => import('./production/production-list.page')),
      'ProductionListPage',
    ),
    permission: guardOf('production', 'list'),
    group: 'vehicle',
    title: 'screen.production',
    entry: true,
  },
  {
    path: '/productionDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./production/production-detail.page')),
      'ProductionDetailPage',
    ),
    permission: guardOf('production', 'detail'),
    group: 'vehicle',
    title: 'screen.productionDetail',
    entry: false,
  },
  {
    path: '/productionModi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./production/production-form.page')),
      'ProductionEditPage',
    ),
    permission: guardOf('production', 'edit'),
    group: 'vehicle',
    title: 'screen.productionModi',
    entry: false,
  },
  {
    path: '/sale',
    page: lazyRouteComponent(
      patiently(() => import('./sales/sale-list.page')),
      'SaleListPage',
    ),
    permission: guardOf('sale', 'list'),
    group: 'vehicle',
    title: 'screen.sale',
    entry: true,
  },
  {
    path: '/saleDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./sales/sale-detail.page')),
      'SaleDetailPage',
    ),
    permission: guardOf('sale', 'detail'),
    group: 'vehicle',
    title: 'screen.saleDetail',
    entry: false,
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
    path: '/statusModi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./vehicles/vehicle-form.page')),
      'VehicleFormPage',
    ),
    permission: guardOf('status', 'edit'),
    group: 'vehicle',
    title: 'screen.statusModi',
    entry: false,
  },
  {
    path: '/model',
    page: lazyRouteComponent(
      patiently(() => import('./models/model-list.page')),
      'ModelListPage',
    ),
    permission: guardOf('model', 'list'),
    group: 'vehicle',
    title: 'screen.model',
    entry: true,
  },
  {
    path: '/modelRegi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./models/model-form.page')),
      'ModelRegistrationPage',
    ),
    permission: guardOf('model', 'register'),
    group: 'vehicle',
    title: 'screen.modelRegi',
    entry: false,
  },
  {
    path: '/modelDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./models/model-detail.page')),
      'ModelDetailPage',
    ),
    permission: guardOf('model', 'detail'),
    group: 'vehicle',
    title: 'screen.modelDetail',
    entry: false,
  },
  {
    path: '/modelModi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./models/model-form.page')),
      'ModelEditPage',
    ),
    permission: guardOf('model', 'edit'),
    group: 'vehicle',
    title: 'screen.modelModi',
    entry: false,
  },
  {
    path: '/device',
    page: lazyRouteComponent(
      patiently(() => import('./devices/device-list.page')),
      'DeviceListPage',
    ),
    permission: guardOf('device', 'list'),
    group: 'vehicle',
    title: 'screen.device',
    entry: true,
  },
  {
    path: '/deviceDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./devices/device-detail.page')),
      'DeviceDetailPage',
    ),
    permission: guardOf('device', 'detail'),
    group: 'vehicle',
    title: 'screen.deviceDetail',
    entry: false,
  },
  {
    path: '/deviceModi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./devices/device-form.page')),
      'DeviceFormPage',
    ),
    permission: guardOf('device', 'edit'),
    group: 'vehicle',
    title: 'screen.deviceModi',
    entry: false,
  },
  {
    path: '/expendable',
    page: lazyRouteComponent(
      patiently(() => import('./consumables/consumable-list.page')),
      'ConsumableListPage',
    ),
    permission: guardOf('expendable', 'list'),
    group: 'maintenance',
    title: 'screen.expendable',
    entry: true,
  },
  {
    path: '/expendableDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./consumables/consumable-detail.page')),
      'ConsumableDetailPage',
    ),
    permission: guardOf('expendable', 'detail'),
    group: 'maintenance',
    title: 'screen.expendableDetail',
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
    path: '/ownerTransfer',
    page: lazyRouteComponent(
      patiently(() => import('./owner-transfer/transfer-list.page')),
      'TransferListPage',
    ),
    permission: guardOf('ownerTransfer', 'list'),
    group: 'maintenance',
    title: 'screen.ownerTransfer',
    entry: true,
    badge: 'transfersAwaiting',
  },
  {
    path: '/customer',
    page: lazyRouteComponent(
      patiently(() => import('./customers/customer-list.page')),
      'CustomerListPage',
    ),
    permission: guardOf('customer', 'list'),
    group: 'user',
    title: 'screen.customer',
    entry: true,
  },
  {
    path: '/customerRegi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./customers/customer-form.page')),
      'CustomerFormPage',
    ),
    permission: guardOf('customer', 'register'),
    editing: guardOf('customer', 'edit'),
    group: 'user',
    title: 'screen.customerRegi',
    entry: false,
  },
  {
    path: '/customerDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./customers/customer-detail.page')),
      'CustomerDetailPage',
    ),
    permission: guardOf('customer', 'detail'),
    group: 'user',
    title: 'screen.customerDetail',
    entry: false,
  },
  {
    path: '/customerVehicleRegi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./customers/owned-form.page')),
      'OwnedRegistrationPage',
    ),
    permission: guardOf('customer', 'register'),
    group: 'user',
    title: 'screen.customerVehicleRegi',
    entry: false,
  },
  {
    path: '/customerVehicleModi/$number',
    page: lazyRouteComponent(
      patiently(() => import('./customers/owned-form.page')),
      'OwnedEditPage',
    ),
    permission: guardOf('customer', 'edit'),
    group: 'user',
    title: 'screen.customerVehicleModi',
    entry: false,
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
    path: '/remote',
    page: lazyRouteComponent(
      patiently(() => import('./remote-diagnosis/remote-list.page')),
      'RemoteListPage',
    ),
    permission: guardOf('remote', 'list'),
    group: 'remoteService',
    title: 'screen.remote',
    entry: true,
  },
  {
    path: '/remoteDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./remote-diagnosis/remote-detail.page')),
      'RemoteDetailPage',
    ),
    permission: guardOf('remote', 'detail'),
    group: 'remoteService',
    title: 'screen.remoteDetail',
    entry: false,
  },
  {
    path: '/reProgram',
    page: lazyRouteComponent(
      patiently(() => import('./reprogram/reprogram-list.page')),
      'ReprogramListPage',
    ),
    permission: guardOf('reProgram', 'list'),
    group: 'remoteService',
    title: 'screen.reProgram',
    entry: true,
  },
  {
    path: '/reProgramDetail/$number',
    page: lazyRouteComponent(
      patiently(() => import('./reprogram/reprogram-detail.page')),
      'ReprogramDetailPage',
    ),
    permission: guardOf('reProgram', 'detail'),
    group: 'remoteService',
    title: 'screen.reProgramDetail',
    entry: false,
  },
  {
    path: '/reProgramHistory/$number',
    page: lazyRouteComponent(
      patiently(() => import('./reprogram/reprogram-history.page')),
      'ReprogramHistoryPage',
    ),
    permission: guardOf('reProgram', 'detail'),
    group: 'remoteService',
    title: 'screen.reProgramHistory',
    entry: false,
  },
  {
    path: '/remoteHistory/$number',
    page: lazyRouteComponent(
      patiently(() => import('./remote-diagnosis/remote-history.page')),
      'RemoteHistoryPage',
    ),
    permission: guardOf('remote', 'detail'),
    group: 'remoteService',
    title: 'screen.remoteHistory',
    entry: false,
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
/** What the customers' app opens in its web view: no shell, no login of staff, no stream. */
export const embeddedPages = {
  '/RdiDownload/$vehicleTakeoverId': lazyRouteComponent(
    patiently(() => import('./embedded/rdi-download.page')),
    'RdiDownloadPage',
  ),
} as const;
export const embeddedPaths = Object.keys(embeddedPages) as (keyof typeof embeddedPages)[];
export const isEmbedded = (path: string): boolean => matches(embeddedPaths, path);
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

export const screenAt = (path: string): Screen | undefined => screens.find((s) => matches([s.path], path));
function matches(patterns: readonly string[], path: string): boolean {
  return patterns.some((p) => new RegExp(`^${p.replace(/\$\w+/gu, '[^/]+')}/?$`, 'u').test(path));
}
