import { programProfiles } from '@headland/contracts/profile';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../lib/text';
import type { CatalogueKind } from '../ui/catalogue-versions';
import { CatalogueTab } from '../ui/catalogue-tab';
import { profileField, profileWords } from '../ui/profile-words';

/** How programs say what they are for, and which calibrations go together: the versions of that, and which one is in use. */
export function ProgramProfileTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useWords();
  const kind = useMemo<CatalogueKind>(() => {
    const parts: Record<string, string> = { calibrations: t('programProfile.calibrations'), headers: t('programProfile.headers') };
    return {
      calls: programProfiles,
      words: { ...profileWords, note: 'programProfile.note', useText: 'programProfile.useText' },
      nameOf: (code) => parts[code] ?? code,
      fieldOf: (field) => profileField(t, field),
    };
  }, [t]);
  return <CatalogueTab title={t('screen.reProgram')} tabs={tabs} kind={kind} />;
}
