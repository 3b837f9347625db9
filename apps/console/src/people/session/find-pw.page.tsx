import { session as endpoints } from '@headland/contracts/session';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { useForm } from '../../ui/use-form';
import { beforeCode } from './find-id.page';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { call } from '../../lib/session/session';
import { CodeField } from './sms-code';
import { useSmsCode } from './use-sms-code';

/** A forgotten password: id, name and phone, a code to that phone, then a temporary password to the account's e-mail. */
export function FindPwPage() {
  const { t } = useI18n();
  const [email, setEmail] = useState<string | null>(null);
  return (
    <PublicPage title={t('findPw.title')}>
      {email === null ? (
        <Ask onSent={setEmail} />
      ) : (
        <PublicCard title={t('findPw.title')}>
          <Notice kind="good">{t('findPw.sent', { email })}</Notice>
          <PublicLinks>
            <Link to="/login">{t('public.toLogin')}</Link>
          </PublicLinks>
        </PublicCard>
      )}
    </PublicPage>
  );
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const { t, problemLine } = useI18n();
  const form = useForm(endpoints.findPasswordSend.body, { id: '', name: '', phone: '' });
  const sms = useSmsCode();
  const field = (name: 'id' | 'name' | 'phone') => beforeCode(form.field(name), sms.drop);
  const send = () => form.submit((body) => sms.send(() => call(endpoints.findPasswordSend, { body })));
  const confirm = async () => {
    if (sms.code.length < 6) return sms.complain('field.smsOk');
    const answer = await sms.confirm((body) => call(endpoints.findPasswordConfirm, { body }));
    if (answer) onSent(answer.email);
  };
  const failure = sms.problem ?? form.problem;
  // The code was good, but the three do not belong together: they are asked for again, with another code.
  const again = sms.problem?.code === 'CHECK_INFORMATION';
  return (
    <PublicCard
      title={t('findPw.title')}
      text={t('findPw.text')}
      onSubmit={() => void (sms.sent && !again ? confirm() : send())}
    >
      {failure && <Notice kind="bad">{problemLine(failure)}</Notice>}
      <TextField large label={t('login.id')} autoComplete="username" autoFocus {...field('id')} />
      <TextField large label={t('join.name')} autoComplete="name" {...field('name')} />
      <TextField
        large
        label={t('join.phone')}
        type="tel"
        autoComplete="tel"
        placeholder="010-1234-5678"
        {...field('phone')}
      />
      {sms.sent && !again && (
        <CodeField
          sent={sms.sent}
          code={sms.code}
          onCode={sms.setCode}
          onResend={() => void sms.resend()}
          resending={sms.busy === 'sending'}
          error={sms.error}
          left={sms.left}
        />
      )}
      <Button
        type="submit"
        kind="primary"
        large
        busy={sms.busy !== null}
        disabled={sms.sent !== null && !again && sms.code.length < 6}
      >
        {t(sms.sent && !again ? 'sms.confirm' : 'sms.send')}
      </Button>
      <PublicLinks>
        <Link to="/login">{t('public.toLogin')}</Link>
        <Link to="/findId">{t('findId.title')}</Link>
      </PublicLinks>
    </PublicCard>
  );
}
