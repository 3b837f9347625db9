import { screensOf, type Screen } from './lib/screen';

const { list, detail, edit } = screensOf('remoteService');

export const remoteServiceScreens: readonly Screen[] = [
  list('/remote', 'remote', () => import('./remote-service/remote-diagnosis/remote-list.page'), 'RemoteListPage'),
  detail(
    '/remoteDetail',
    'remote',
    () => import('./remote-service/remote-diagnosis/remote-detail.page'),
    'RemoteDetailPage',
  ),
  list(
    '/afterService',
    'afterService',
    () => import('./remote-service/after-service/after-service-list.page'),
    'AfterServiceListPage',
  ),
  detail(
    '/afterServiceDetail',
    'afterService',
    () => import('./remote-service/after-service/after-service-detail.page'),
    'AfterServiceDetailPage',
  ),
  detail(
    '/afterServiceHistory',
    'afterService',
    () => import('./remote-service/after-service/after-service-history.page'),
    'AfterServiceHistoryPage',
  ),
  list('/reProgram', 'reProgram', () => import('./remote-service/reprogram/reprogram-list.page'), 'ReprogramListPage'),
  detail(
    '/reProgramDetail',
    'reProgram',
    () => import('./remote-service/reprogram/reprogram-detail.page'),
    'ReprogramDetailPage',
  ),
  detail('/reProgramRollOut', 'reProgram', () => import('./remote-service/roll-out/roll-out.page'), 'RollOutPage'),
  // 0 is a new one; who may program may draft one
  edit(
    '/reProgramRollOutRegi',
    'reProgram',
    () => import('./remote-service/roll-out/roll-out-form.page'),
    'RollOutFormPage',
  ),
  detail(
    '/reProgramHistory',
    'reProgram',
    () => import('./remote-service/reprogram/reprogram-history.page'),
    'ReprogramHistoryPage',
  ),
  detail(
    '/remoteHistory',
    'remote',
    () => import('./remote-service/remote-diagnosis/remote-history.page'),
    'RemoteHistoryPage',
  ),
];
