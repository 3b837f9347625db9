import { Component, type ComponentType, lazy, type LazyExoticComponent, type ReactNode, Suspense } from 'react';
import type { embeddedRoots } from '@headland/contracts/embedded-paths';
import { Frame } from './frame';
import { LanguageProvider, useTexts } from './language';
import { useRoute } from './route';
import { ErrorCard, FromApp, Loading } from './states';

type Page = LazyExoticComponent<ComponentType>;
/** Every page of the app's web view, by the first part of its path; each is loaded alone. */
const pages: Record<(typeof embeddedRoots)[number], Page> = {
  '/reportApp': lazy(() => import('./report/report-list.page').then((m) => ({ default: m.ReportListPage }))),
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
  const ThePage = (pages as Record<string, Page | undefined>)[`/${segments[0]}`];
  const waiting = (
    <Frame title={t('appReport.title')} busy>
      <Loading />
    </Frame>
  );
  if (ThePage === undefined)
    return (
      <Frame title="Headland">
        <FromApp />
      </Frame>
    );
  return (
    <Broken key={segments[0]} title={t('appReport.title')}>
      <Suspense fallback={waiting}>
        <ThePage />
      </Suspense>
    </Broken>
  );
}

/** A page whose code did not load, or that failed: said in words, and loaded again on demand. */
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
