import { testCatalogues } from '@headland/contracts/test-catalogue';
import { testWord } from '@headland/i18n/diagnosis-words';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../lib/text';
import { CatalogueTab } from '../ui/catalogue-tab';
import type { CatalogueKind } from '../ui/catalogue-versions';

/** What the tests do and by which limits they are judged: the versions of their catalogue and which one is in use. */
export function TestCatalogueTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords();
  const kind = useMemo<CatalogueKind>(
    () => ({
      calls: testCatalogues,
      words: {
        load: 'catalogue.load',
        note: 'testCatalogue.note',
        changes: 'testCatalogue.changes',
        changed: 'testCatalogue.changed',
        useText: 'testCatalogue.useText',
        said: 'testCatalogue.said.loaded',
      },
      nameOf: (code) => (code === '*' ? t('testCatalogue.all') : testWord({ t }, code)),
    }),
    [t],
  );
  return <CatalogueTab title={t('screen.remote')} tabs={tabs} kind={kind} />;
}
