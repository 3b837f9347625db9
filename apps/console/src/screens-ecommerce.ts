import { screensOf, type Screen } from './lib/screen';

const { list, detail, form } = screensOf('ecommerce');

export const ecommerceScreens: readonly Screen[] = [
  list('/category', 'category', () => import('./content/categories/category-list.page'), 'CategoryListPage'),
  detail('/category', 'category', () => import('./content/categories/category-detail.page'), 'CategoryDetailPage'),
  form('/categoryModi', 'category', () => import('./content/categories/category-form.page'), 'CategoryFormPage'),
  list('/shopBanner', 'shopBanner', () => import('./content/shop-banners/shop-banner-list.page'), 'ShopBannerListPage'),
  detail(
    '/shopBanner',
    'shopBanner',
    () => import('./content/shop-banners/shop-banner-detail.page'),
    'ShopBannerDetailPage',
  ),
  form(
    '/shopBannerModi',
    'shopBanner',
    () => import('./content/shop-banners/shop-banner-form.page'),
    'ShopBannerFormPage',
  ),
  list('/partDisplay', 'parts', () => import('./content/parts/part-list.page'), 'PartListPage'),
  detail('/partDisplay', 'parts', () => import('./content/parts/part-detail.page'), 'PartDetailPage'),
  form('/partDisplayModi', 'parts', () => import('./content/parts/part-form.page'), 'PartFormPage'),
];
