import { screensOf, type Screen } from './lib/screen';

const { list, detail, form } = screensOf('ecommerce');

export const ecommerceScreens: readonly Screen[] = [
  list('/category', 'category', () => import('./content/categories/category-list.page'), 'CategoryListPage'),
  detail('/category', 'category', () => import('./content/categories/category-detail.page'), 'CategoryDetailPage'),
  form('/categoryModi', 'category', () => import('./content/categories/category-form.page'), 'CategoryFormPage'),
];
