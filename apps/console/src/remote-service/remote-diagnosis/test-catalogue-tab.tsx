import { testCatalogues } from '@headland/contracts/test-catalogue';
import { testLabel } from '@headland/i18n/diagnosis-labels';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { CatalogueTab } from '../../ui/catalogue-tab';
import type { CatalogueKind } from '../../ui/catalogue-versions';

/** The versions of the test catalogue and which one is in use. */
export function TestCatalogueTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const kind = useMemo<CatalogueKind>(
    () => ({
      calls: testCatalogues,
      labels: {
        load: 'catalogue.load',
        note: 'testCatalogue.note',
        changes: 'testCatalogue.changes',
        changed: 'testCatalogue.changed',
        useText: 'testCatalogue.useText',
        loaded: 'testCatalogue.toast.loaded',
      },
      nameOf: (code) => (code === '*' ? t('testCatalogue.all') : testLabel({ t }, code)),
    }),
    [t],
  );
  return <CatalogueTab title={t('screen.remote')} tabs={tabs} kind={kind} />;
}
