import { chakra, Flex } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { session as endpoints } from '@headland/contracts/session';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { useForm } from '../../ui/use-form';
import { Notice, PublicCard, PublicLinks, PublicPage } from './public-page';
import { call } from '../../lib/session/session';
import { CodeField } from './sms-code';
import { useSmsCode } from './use-sms-code';

type Found = Answer<typeof endpoints.findIdConfirm>['ids'];

/** A forgotten id: name and phone, a code to that phone, then the ids, masked. Whether there is such a member is shown only after the code. */
export function FindIdPage() {
  const { t } = useI18n();
  const [found, setFound] = useState<Found | null>(null);
  return (
    <PublicPage title={t('findId.title')}>
      {found === null ? <Ask onFound={setFound} /> : <Result found={found} onAgain={() => setFound(null)} />}
    </PublicPage>
  );
}

function Ask({ onFound }: { onFound: (found: Found) => void }) {
  const { t, problemLine } = useI18n();
  const form = useForm(endpoints.findIdSend.body, { name: '', phone: '' });
  const sms = useSmsCode();
  const field = (name: 'name' | 'phone') => beforeCode(form.field(name), sms.drop);
  const send = () => form.submit((body) => sms.send(() => call(endpoints.findIdSend, { body })));
  const confirm = async () => {
    if (sms.code.length < 6) return sms.complain('field.smsOk');
    const answer = await sms.confirm((body) => call(endpoints.findIdConfirm, { body }));
    if (answer) onFound(answer.ids);
  };
  const failure = sms.problem ?? form.problem;
  return (
    <PublicCard title={t('findId.title')} text={t('findId.text')} onSubmit={() => void (sms.sent ? confirm() : send())}>
      {failure && <Notice kind="bad">{problemLine(failure)}</Notice>}
      <TextField large label={t('join.name')} autoComplete="name" autoFocus {...field('name')} />
      <TextField
        large
        label={t('join.phone')}
        type="tel"
        autoComplete="tel"
        placeholder="010-1234-5678"
        {...field('phone')}
      />
      {sms.sent && (
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
        disabled={sms.sent !== null && sms.code.length < 6}
      >
        {t(sms.sent ? 'sms.confirm' : 'sms.send')}
      </Button>
      <PublicLinks>
        <Link to="/login">{t('public.toLogin')}</Link>
        <Link to="/findPw">{t('findPw.title')}</Link>
      </PublicLinks>
    </PublicCard>
  );
}

function Result({ found, onAgain }: { found: Found; onAgain: () => void }) {
  const { t } = useI18n();
  return (
    <PublicCard title={t('findId.title')} text={found.length > 0 ? t('findId.found', { n: found.length }) : undefined}>
      {found.length === 0 && <Notice kind="bad">{t('findId.none')}</Notice>}
      {found.length > 0 && (
        <chakra.ul aria-label={t('findId.ids')} border="1px solid" borderColor="line" borderRadius="control">
          {found.map(({ id, joinedAt }) => (
            <Flex
              as="li"
              key={`${id} ${joinedAt}`}
              px="3"
              py="2.5"
              gap="3"
              align="baseline"
              wrap="wrap"
              borderTop="1px solid"
              borderColor="line"
              _first={{ borderTop: '0' }}
            >
              <chakra.b textStyle="lead" fontWeight="600" flex="1">
                {id}
              </chakra.b>
              <chakra.span textStyle="small" color="ink3" className="num">
                {t('findId.joinedAt', { day: dayText(joinedAt) })}
              </chakra.span>
            </Flex>
          ))}
        </chakra.ul>
      )}
      {found.length === 0 && (
        <Button kind="primary" large onClick={onAgain}>
          {t('findId.again')}
        </Button>
      )}
      <PublicLinks>
        <Link to="/login">{t('public.toLogin')}</Link>
        <Link to="/findPw">{t('findPw.title')}</Link>
      </PublicLinks>
    </PublicCard>
  );
}

/** A field that a code is sent for: left empty it names the first required one, and changing it makes the code void. */
export function beforeCode<F extends { error?: string | undefined; onChange: (value: string) => void }>(
  field: F,
  drop: () => void,
): F {
  return {
    ...field,
    error: field.error === 'field.req' ? 'field.smsWho' : field.error,
    onChange: (value: string) => {
      drop();
      field.onChange(value);
    },
  };
}
