/** Addresses of content in the app, apart from their schemas: pages in the app's web view load no schema library. */
export const appContentPaths = {
  notices: '/api/app/notices',
  notice: '/api/app/notices/:id',
  faqs: '/api/app/faqs',
  faq: '/api/app/faqs/:id',
  posts: '/api/app/posts',
  post: '/api/app/posts/:id',
  image: '/api/app/images/:id',
  shop: '/api/app/shop',
} as const;
/** group of the app's content, shop and chat calls in the OpenAPI document */
export const appContentTag = 'app content';

/** Widths of a picture's variants, for `srcset`. */
export const imageWidths = { thumb: 320, medium: 800, full: 1600 } as const;
export type ImageVariant = keyof typeof imageWidths;
export const appImage = (id: string, size: ImageVariant): string => `/api/app/images/${id}?size=${size}`;
