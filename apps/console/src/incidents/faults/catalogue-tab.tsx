import { chakra } from '@chakra-ui/react';
import { catalogue } from '@headland/contracts/fault-catalogue';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { type CatalogueKind, CatalogueVersions } from '../../ui/catalogue-versions';
import { LoadCatalogueButton } from '../../ui/load-catalogue';
import { Page, PageHead } from '../../ui/panel';
import { CatalogueGaps } from './catalogue-gaps';

const ofFaults: CatalogueKind = {
  calls: catalogue,
  labels: {
    load: 'catalogue.load',
    note: 'catalogue.note',
    changes: 'catalogue.changes',
    changed: 'catalogue.changed',
    useText: 'catalogue.useText',
    loaded: 'catalogue.toast.loaded',
  },
};

/** The versions of the fault catalogue, which one is in use, and missing codes. */
export function CatalogueTab({ tabs }: { tabs: ReactNode }) {
  const t = useT();
  const can = useCan();
  return (
    <Page
      head={
        <PageHead title={t('screen.breakdown')} tabs={tabs}>
          {can(catalogue.load.allow) && <LoadCatalogueButton kind={ofFaults} />}
        </PageHead>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" bg="surface">
        <CatalogueVersions kind={ofFaults} />
        <CatalogueGaps />
      </chakra.div>
    </Page>
  );
}
