import { injectorProfiles } from '@headland/contracts/profile';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import type { CatalogueKind } from '../../ui/catalogue-versions';
import { CatalogueTab } from '../../ui/catalogue-tab';
import { profileField, profileLabels } from '../../ui/profile-labels';

/** The types of injectors and the checksums of their codes: the versions of that, and which one is in use. */
export function InjectorProfileTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useI18n();
  const kind = useMemo<CatalogueKind>(() => {
    const parts: Record<string, string> = {
      codings: t('injectorProfile.codings'),
      firingOrders: t('injectorProfile.firingOrders'),
      overrides: t('injectorProfile.overrides'),
    };
    return {
      calls: injectorProfiles,
      labels: { ...profileLabels, note: 'injectorProfile.note', useText: 'injectorProfile.useText' },
      nameOf: (code) => parts[code] ?? code,
      fieldOf: (field) => profileField(t, field),
    };
  }, [t]);
  return <CatalogueTab title={t('screen.afterService')} tabs={tabs} kind={kind} />;
}
