import { guardOf } from '@headland/domain/access';
import { page, type Screen } from './lib/screen';

export const userScreens: readonly Screen[] = [
  {
    path: '/customer',
    page: page(() => import('./ownership/customers/customer-list.page'), 'CustomerListPage'),
    permission: guardOf('customer', 'list'),
    group: 'user',
    title: 'screen.customer',
    entry: true,
  },
  {
    path: '/customerRegi/$number',
    page: page(() => import('./ownership/customers/customer-form.page'), 'CustomerFormPage'),
    permission: guardOf('customer', 'register'),
    editing: guardOf('customer', 'edit'),
    group: 'user',
    title: 'screen.customerRegi',
    entry: false,
  },
  {
    path: '/customerDetail/$number',
    page: page(() => import('./ownership/customers/customer-detail.page'), 'CustomerDetailPage'),
    permission: guardOf('customer', 'detail'),
    group: 'user',
    title: 'screen.customerDetail',
    entry: false,
  },
  {
    path: '/customerVehicleRegi/$number',
    page: page(() => import('./ownership/customers/owned-form.page'), 'OwnedRegistrationPage'),
    permission: guardOf('customer', 'register'),
    group: 'user',
    title: 'screen.customerVehicleRegi',
    entry: false,
  },
  {
    path: '/customerVehicleModi/$number',
    page: page(() => import('./ownership/customers/owned-form.page'), 'OwnedEditPage'),
    permission: guardOf('customer', 'edit'),
    group: 'user',
    title: 'screen.customerVehicleModi',
    entry: false,
  },
  {
    path: '/organization',
    page: page(() => import('./people/organizations/organization.page'), 'OrganizationPage'),
    permission: guardOf('organization', 'list'),
    group: 'user',
    title: 'screen.organization',
    entry: true,
  },
];
