import { type MyInfo, myInfo } from '@headland/contracts/my-info';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBriefText } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { PanelBody } from '../../shell/panel-body';
import { usePush } from '../../shell/push';
import { Facts, Section } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { Channels } from './channels';
import { formOf, MyInfoForm, MyInfoSave, useMyInfoForm } from './my-info-form';
import { PushDevices } from './push-devices';
import { QuietHoursSection } from './quiet-hours';
import { ScheduledExports } from './scheduled-exports';
import { Sessions } from './sessions';
import { useEmailLink } from './use-email-link';

/** `?panel=myInfo`: the account, the fields its owner may change, notification channels, and sessions. */
export function MyInfoPanel() {
  const { t } = useI18n();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(query(myInfo.get));
  const [base, setBase] = useState<MyInfo | null>(null);
  const [dirty, setDirty] = useState(false);
  useEmailLink();
  // An event updates what is shown, but never unsaved input.
  if (data && !dirty && base !== data) setBase(data);
  const begin = (info: MyInfo) => {
    cache.setQueryData(query(myInfo.get).queryKey, info);
    setDirty(false);
    setBase(info);
  };
  if (!data || !base)
    return (
      <PanelBody title={t('myInfo.title')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} />}
      </PanelBody>
    );
  return (
    <Loaded
      key={formOf(base)}
      info={base}
      latest={data}
      onDirty={setDirty}
      onSaved={begin}
      onRefresh={() => void refetch()}
      onReload={() => void refetch().then(({ data: now }) => now && begin(now))}
    />
  );
}

type LoadedProps = Parameters<typeof useMyInfoForm>[0] & { onDirty: (dirty: boolean) => void };
function Loaded({ onDirty, ...loaded }: LoadedProps) {
  const { t } = useI18n();
  const form = useMyInfoForm(loaded);
  const push = usePush();
  return (
    <PanelBody title={t('myInfo.title')} foot={<MyInfoSave form={form} />}>
      <Section title={t('myInfo.account')}>
        <Account info={loaded.latest} />
      </Section>
      <Section title={t('myInfo.personal')}>
        <MyInfoForm info={loaded.info} latest={loaded.latest} form={form} onDirty={onDirty} />
      </Section>
      <Channels pushDevices={push.devices?.length} />
      <QuietHoursSection />
      <ScheduledExports />
      <PushDevices push={push} />
      <Sessions />
    </PanelBody>
  );
}

function Account({ info }: { info: MyInfo }) {
  const brief = useBriefText();
  const { t } = useI18n();
  const { lastLogin } = info;
  return (
    <Facts
      rows={[
        [t('myInfo.id'), info.loginId],
        [t('myInfo.role'), t(`role.${info.role}`)],
        [t('myInfo.userType'), t(`groupType.${info.groupType}`)],
        [t('myInfo.organization'), info.organization.name],
        [
          t('myInfo.lastLogin'),
          lastLogin ? [brief(lastLogin.at), lastLogin.address].filter((part) => part !== null).join(' · ') : '–',
        ],
        [t('myInfo.passwordUntil'), dayText(info.passwordExpiresAt)],
      ]}
    />
  );
}
