import { screensOf, type Screen } from './lib/screen';

const { list, detail, edit, form, register } = screensOf('user');

export const userScreens: readonly Screen[] = [
  list('/customer', 'customer', () => import('./ownership/customers/customer-list.page'), 'CustomerListPage'),
  form('/customerRegi', 'customer', () => import('./ownership/customers/customer-form.page'), 'CustomerFormPage'),
  detail(
    '/customerDetail',
    'customer',
    () => import('./ownership/customers/customer-detail.page'),
    'CustomerDetailPage',
  ),
  register(
    '/customerVehicleRegi',
    'customer',
    () => import('./ownership/customers/owned-form.page'),
    'OwnedRegistrationPage',
  ),
  edit('/customerVehicleModi', 'customer', () => import('./ownership/customers/owned-form.page'), 'OwnedEditPage'),
  list('/organization', 'organization', () => import('./people/organizations/organization.page'), 'OrganizationPage'),
];
