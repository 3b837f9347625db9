/**
 * Pages that the customers' app opens in its web view. They have an entry of their own (`embedded.html`), which the api
 * process, nginx and Vite answer for these paths and what is below them.
 */
export const embeddedEntry = 'embedded.html';
export const embeddedRoots = [
  '/reportApp',
  '/reportDetailApp',
  '/RdiDownload',
  '/noticeApp',
  '/noticeDetailApp',
  '/faqApp',
  '/faqDetailApp',
  '/postApp',
  '/postDetailApp',
] as const;

export const isEmbeddedPath = (path: string): boolean =>
  embeddedRoots.some((root) => path === root || path.startsWith(`${root}/`));
