import { programProfiles } from '@headland/contracts/profile';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import type { CatalogueKind } from '../../ui/catalogue-versions';
import { CatalogueTab } from '../../ui/catalogue-tab';
import { profileField, profileLabels } from '../../ui/profile-labels';

/** The versions of the program profile and which one is in use. */
export function ProgramProfileTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const kind = useMemo<CatalogueKind>(() => {
    const parts: Record<string, string> = {
      calibrations: t('programProfile.calibrations'),
      headers: t('programProfile.headers'),
    };
    return {
      calls: programProfiles,
      labels: { ...profileLabels, note: 'programProfile.note', useText: 'programProfile.useText' },
      nameOf: (code) => parts[code] ?? code,
      fieldOf: (field) => profileField(t, field),
    };
  }, [t]);
  return <CatalogueTab title={t('screen.reProgram')} tabs={tabs} kind={kind} />;
}
