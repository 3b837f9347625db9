import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { changePath, safeRedirect } from '../../lib/guard';
import { useI18n } from '../../lib/i18n';
import { armSound } from '../../lib/sound';
import { Button } from '../../ui/button';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { confirmLogin } from '../../lib/session/session';
import { CodeField } from './sms-code';
import { type SmsLogin, store, useStored } from '../../lib/session/store';
import { useSmsCode } from './use-sms-code';

/** The second step of a login. Without the first one it leads back to it. */
export function AuthenticateSmsPage() {
  const { t } = useI18n();
  const [login] = useStored('smsLogin');
  return (
    <PublicPage title={t('sms.title')}>
      <Step login={login} />
    </PublicPage>
  );
}

function Step({ login }: { login: SmsLogin | null }) {
  const { t, problemLine } = useI18n();
  const navigate = useNavigate();
  const [id] = useState(login?.id ?? '');
  const sms = useSmsCode(login && { smsId: login.smsLoginId, ...login.smsLoginData }, ({ smsId, ...smsLoginData }) => {
    const { smsLogin } = store.refresh();
    if (smsLogin) store.set({ smsLogin: { ...smsLogin, smsLoginId: smsId, smsLoginData } });
  });
  const gone = login === null && sms.busy === null;
  useEffect(() => {
    if (gone && store.get().session === null && store.get().forcedChange === null)
      void navigate({ to: '/login', replace: true });
  }, [gone, navigate]);
  if (sms.sent === null) return null;

  const confirm = async () => {
    if (sms.code.length < 6) return sms.complain('field.smsOk');
    // The press that everybody makes allows the SOS sound, as the one at the login does.
    void armSound();
    const redirect = login?.redirect;
    const step = await sms.confirm(({ smsId, code }) => confirmLogin(smsId, code));
    if (step === 'in') await navigate({ href: safeRedirect(redirect), replace: true });
    else if (step === 'temporary' || step === 'expired') await navigate({ to: changePath[step], replace: true });
  };
  return (
    <PublicCard title={t('sms.title')} text={t('sms.text', { id })} onSubmit={() => void confirm()}>
      {sms.problem && <Notice kind="bad">{problemLine(sms.problem)}</Notice>}
      <CodeField
        sent={sms.sent}
        code={sms.code}
        onCode={sms.setCode}
        onResend={() => void sms.resend()}
        resending={sms.busy === 'sending'}
        error={sms.error}
        left={sms.left}
      />
      <Button type="submit" kind="primary" large busy={sms.busy === 'confirming'} disabled={sms.code.length < 6}>
        {t('sms.confirm')}
      </Button>
      <PublicLinks>
        <Link to="/login">{t('public.toLogin')}</Link>
      </PublicLinks>
    </PublicCard>
  );
}
