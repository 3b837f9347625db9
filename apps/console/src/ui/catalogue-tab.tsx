import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useCan } from '../lib/session/session';
import { type CatalogueKind, CatalogueVersions } from './catalogue-versions';
import { LoadCatalogueButton } from './load-catalogue';
import { Page, PageHead } from './panel';

/** A catalogue or a profile as a tab of the screen that it is used on: its versions, and which one is in use. */
export function CatalogueTab({ title, tabs, kind }: { title: string; tabs: ReactNode; kind: CatalogueKind }) {
  const can = useCan();
  return (
    <Page
      head={
        <PageHead title={title} tabs={tabs}>
          {can(kind.calls.load.allow) && <LoadCatalogueButton kind={kind} />}
        </PageHead>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" bg="surface">
        <CatalogueVersions kind={kind} />
      </chakra.div>
    </Page>
  );
}
