import { Component, type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import type { embeddedRoots } from '@headland/contracts/embedded-paths';
import type { EmbeddedKey } from '@headland/i18n/embedded-texts';
import { Frame } from './frame';
import { LanguageProvider, useTexts } from './language';
import { useRoute } from './route';
import { ErrorCard, FromApp, Loading } from './states';

type Page = LazyExoticComponent<ComponentType>;
type Root = (typeof embeddedRoots)[number];
/** What a page is called while its code loads. */
const titles: Record<Root, EmbeddedKey> = {
  '/reportApp': 'appReport.title',
  '/reportDetailApp': 'appReport.title',
  '/RdiDownload': 'rdi.title',
  '/noticeApp': 'appContent.notices',
  '/noticeDetailApp': 'appContent.notices',
  '/faqApp': 'appContent.faq',
  '/faqDetailApp': 'appContent.faq',
  '/postApp': 'appContent.posts',
  '/postDetailApp': 'appContent.posts',
};
/** Every page of the app's web view, by the first part of its path; each is loaded alone. */
const pages: Record<Root, Page> = {
  '/reportApp': lazy(() => import('./report/report-list.page').then((m) => ({ default: m.ReportListPage }))),
  '/RdiDownload': lazy(() => import('./rdi/rdi-download.page').then((m) => ({ default: m.RdiDownloadPage }))),
  '/noticeApp': lazy(() => import('./content/notice-list.page').then((m) => ({ default: m.NoticeListPage }))),
  '/noticeDetailApp': lazy(() => import('./content/notice-detail.page').then((m) => ({ default: m.NoticeDetailPage }))),
  '/faqApp': lazy(() => import('./content/faq-list.page').then((m) => ({ default: m.FaqListPage }))),
  '/faqDetailApp': lazy(() => import('./content/faq-detail.page').then((m) => ({ default: m.FaqDetailPage }))),
  '/postApp': lazy(() => import('./content/post-list.page').then((m) => ({ default: m.PostListPage }))),
  '/postDetailApp': lazy(() => import('./content/post-detail.page').then((m) => ({ default: m.PostDetailPage }))),
  '/reportDetailApp': lazy(() => import('./report/report-detail.page').then((m) => ({ default: m.ReportDetailPage }))),
};

export function EmbeddedApp() {
  return (
    <LanguageProvider>
      <Shown />
    </LanguageProvider>
  );
}

function Shown() {
  const { segments } = useRoute();
  const { t } = useTexts();
  const root = (Object.keys(pages) as Root[]).find((path) => path === `/${segments[0]}`);
  if (root === undefined)
    return (
      <Frame title="Headland">
        <FromApp />
      </Frame>
    );
  const [ThePage, title] = [pages[root], t(titles[root])];
  const waiting = (
    <Frame title={title} busy>
      <Loading />
    </Frame>
  );
  return (
    <Broken key={root} title={title}>
      <Suspense fallback={waiting}>
        <ThePage />
      </Suspense>
    </Broken>
  );
}

/** A page whose code did not load, or that failed: shows an error, and is loaded again on request. */
class Broken extends Component<{ title: string; children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown): { error: unknown } => ({ error });
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <Frame title={this.props.title}>
        <ErrorCard error={this.state.error} onRetry={() => location.reload()} />
      </Frame>
    );
  }
}
