import { screensOf, type Screen } from './lib/screen';

const { list, detail } = screensOf('statistics');

export const statisticsScreens: readonly Screen[] = [
  list('/driveData', 'driveData', () => import('./insight/drive-data/drive-data-list.page'), 'DriveDataListPage'),
  detail(
    '/driveDataDetail',
    'driveData',
    () => import('./insight/drive-data/drive-data-detail.page'),
    'DriveDataDetailPage',
  ),
  list(
    '/operationData',
    'operationData',
    () => import('./insight/operation-data/operation-data.page'),
    'OperationDataPage',
  ),
  detail('/operationDataModelDetail', 'operationData', () => import('./insight/course/course.page'), 'ModelCoursePage'),
  detail(
    '/operationDataCusDetail',
    'operationData',
    () => import('./insight/course/course.page'),
    'CustomerCoursePage',
  ),
];
