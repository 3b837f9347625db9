import { screensOf, type Screen } from './lib/screen';

const { list } = screensOf('statistics');

export const statisticsScreens: readonly Screen[] = [
  list(
    '/operationData',
    'operationData',
    () => import('./insight/operation-data/operation-data.page'),
    'OperationDataPage',
  ),
];
