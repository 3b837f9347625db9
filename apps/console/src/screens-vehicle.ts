import { screensOf, type Screen } from './lib/screen';

const { list, detail, edit, register } = screensOf('vehicle');

export const vehicleScreens: readonly Screen[] = [
  list('/production', 'production', () => import('./fleet/production/production-list.page'), 'ProductionListPage'),
  detail(
    '/productionDetail',
    'production',
    () => import('./fleet/production/production-detail.page'),
    'ProductionDetailPage',
  ),
  edit('/productionModi', 'production', () => import('./fleet/production/production-form.page'), 'ProductionEditPage'),
  list('/sale', 'sale', () => import('./ownership/sales/sale-list.page'), 'SaleListPage'),
  detail('/saleDetail', 'sale', () => import('./ownership/sales/sale-detail.page'), 'SaleDetailPage'),
  list('/status', 'status', () => import('./fleet/vehicles/vehicle-list.page'), 'VehicleListPage'),
  detail('/statusDetail', 'status', () => import('./fleet/vehicles/vehicle-detail.page'), 'VehicleDetailPage'),
  edit('/statusModi', 'status', () => import('./fleet/vehicles/vehicle-form.page'), 'VehicleFormPage'),
  list('/model', 'model', () => import('./fleet/models/model-list.page'), 'ModelListPage'),
  register('/modelRegi', 'model', () => import('./fleet/models/model-form.page'), 'ModelRegistrationPage'),
  detail('/modelDetail', 'model', () => import('./fleet/models/model-detail.page'), 'ModelDetailPage'),
  edit('/modelModi', 'model', () => import('./fleet/models/model-form.page'), 'ModelEditPage'),
  list('/device', 'device', () => import('./fleet/devices/device-list.page'), 'DeviceListPage'),
  detail('/deviceDetail', 'device', () => import('./fleet/devices/device-detail.page'), 'DeviceDetailPage'),
  edit('/deviceModi', 'device', () => import('./fleet/devices/device-form.page'), 'DeviceFormPage'),
];
