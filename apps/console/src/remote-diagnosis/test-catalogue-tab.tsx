import { chakra } from '@chakra-ui/react';
import { testCatalogues } from '@headland/contracts/test-catalogue';
import { testWord } from '@headland/i18n/diagnosis-words';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../lib/text';
import { useCan } from '../session/session';
import { type CatalogueKind, CatalogueVersions } from '../ui/catalogue-versions';
import { LoadCatalogueButton } from '../ui/load-catalogue';
import { Page, PageHead } from '../ui/panel';

/** What the tests do and by which limits they are judged: the versions of their catalogue and which one is in use. */
export function TestCatalogueTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords();
  const can = useCan();
  const kind = useMemo<CatalogueKind>(
    () => ({
      calls: testCatalogues,
      words: {
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
  return (
    <Page
      head={
        <>
          <PageHead title={t('screen.remote')}>{can(testCatalogues.load.allow) && <LoadCatalogueButton kind={kind} />}</PageHead>
          {tabs}
        </>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" bg="surface">
        <CatalogueVersions kind={kind} />
      </chakra.div>
    </Page>
  );
}
