import { injectorProfiles } from '@headland/contracts/profile';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../lib/text';
import type { CatalogueKind } from '../ui/catalogue-versions';
import { CatalogueTab } from '../ui/catalogue-tab';
import { profileField, profileWords } from '../ui/profile-words';

/** The types of injectors and the checksums of their codes: the versions of that, and which one is in use. */
export function InjectorProfileTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords();
  const kind = useMemo<CatalogueKind>(() => {
    const parts: Record<string, string> = {
      codings: t('injectorProfile.codings'),
      firingOrders: t('injectorProfile.firingOrders'),
      overrides: t('injectorProfile.overrides'),
    };
    return {
      calls: injectorProfiles,
      words: { ...profileWords, note: 'injectorProfile.note', useText: 'injectorProfile.useText' },
      nameOf: (code) => parts[code] ?? code,
      fieldOf: (field) => profileField(t, field),
    };
  }, [t]);
  return <CatalogueTab title={t('screen.afterService')} tabs={tabs} kind={kind} />;
}
