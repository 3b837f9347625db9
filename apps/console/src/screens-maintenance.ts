import { guardOf } from '@headland/domain/access';
import { page, type Screen } from './lib/screen';

export const maintenanceScreens: readonly Screen[] = [
  {
    path: '/expendable',
    page: page(() => import('./maintenance/consumables/consumable-list.page'), 'ConsumableListPage'),
    permission: guardOf('expendable', 'list'),
    group: 'maintenance',
    title: 'screen.expendable',
    entry: true,
  },
  {
    path: '/expendableDetail/$number',
    page: page(() => import('./maintenance/consumables/consumable-detail.page'), 'ConsumableDetailPage'),
    permission: guardOf('expendable', 'detail'),
    group: 'maintenance',
    title: 'screen.expendableDetail',
    entry: false,
  },
  {
    path: '/breakdown',
    page: page(() => import('./incidents/faults/fault-list.page'), 'FaultListPage'),
    permission: guardOf('breakdown', 'list'),
    group: 'maintenance',
    title: 'screen.breakdown',
    entry: true,
    badge: 'faultsOccurred',
  },
  {
    path: '/sos',
    page: page(() => import('./incidents/sos/sos.page'), 'SosPage'),
    permission: guardOf('sos', 'list'),
    group: 'maintenance',
    title: 'screen.sos',
    entry: true,
    badge: 'sosRaised',
  },
  {
    path: '/ownerTransfer',
    page: page(() => import('./ownership/owner-transfer/transfer-list.page'), 'TransferListPage'),
    permission: guardOf('ownerTransfer', 'list'),
    group: 'maintenance',
    title: 'screen.ownerTransfer',
    entry: true,
    badge: 'transfersAwaiting',
  },
];
