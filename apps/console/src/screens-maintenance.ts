import { screensOf, type Screen } from './lib/screen';

const { list, detail } = screensOf('maintenance');

export const maintenanceScreens: readonly Screen[] = [
  list(
    '/expendable',
    'expendable',
    () => import('./maintenance/consumables/consumable-list.page'),
    'ConsumableListPage',
  ),
  detail(
    '/expendableDetail',
    'expendable',
    () => import('./maintenance/consumables/consumable-detail.page'),
    'ConsumableDetailPage',
  ),
  list(
    '/breakdown',
    'breakdown',
    () => import('./incidents/faults/fault-list.page'),
    'FaultListPage',
    'faultsOccurred',
  ),
  list('/sos', 'sos', () => import('./incidents/sos/sos.page'), 'SosPage', 'sosRaised'),
  list(
    '/ownerTransfer',
    'ownerTransfer',
    () => import('./ownership/owner-transfer/transfer-list.page'),
    'TransferListPage',
    'transfersAwaiting',
  ),
];
