import { Flex } from '@chakra-ui/react';
import { phoneFits } from '@headland/contracts/fields';
import { session as endpoints } from '@headland/contracts/session';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { countryOptions } from '../../lib/countries';
import type { JoinPart } from './join-fields';
import { Beside, Complaint, Done } from './join-parts';
import { call } from '../../lib/session/session';
import { CodeField } from './sms-code';
import { useSmsCode } from './use-sms-code';

/** Country number and phone, proven by a code. Changing either makes the proof void. */
export function JoinPhone({ token, form }: JoinPart) {
  const { t, language, problemLine } = useI18n();
  const { values } = form;
  const [missing, setMissing] = useState<'name' | 'phone' | null>(null);
  const sms = useSmsCode();
  const proven = values.confirmed !== '';
  const changed = () => {
    sms.drop();
    setMissing(null);
    form.set('confirmed', '');
    form.set('code', '');
  };
  const field = form.field('phone');
  const country = form.field('country');
  const send = async () => {
    // The message names the one that is missing.
    const lacks = values.name.trim() === '' ? 'name' : values.phone.trim() === '' ? 'phone' : null;
    setMissing(lacks);
    if (lacks !== null) return document.querySelector<HTMLInputElement>(`input[name=${lacks}]`)?.focus();
    if (!phoneFits(values.country, values.phone.trim())) return field.onBlur?.();
    form.set('code', '');
    await sms
      .send(() => call(endpoints.joinSend, { body: { token, country: values.country, phone: values.phone.trim() } }))
      .catch(() => undefined);
  };
  const confirm = async () => {
    if (sms.code.length < 6) return sms.complain('field.smsOk');
    const sent = sms.sent;
    const answer = await sms.confirm((body) => call(endpoints.joinConfirm, { body }));
    if (answer === null || sent === null) return;
    sms.drop();
    form.set('confirmed', sent.smsId);
    form.set('code', '');
  };
  const unproven = form.field('code').error === undefined ? undefined : 'field.smsOk';
  return (
    <>
      <SelectField
        large
        label={t('join.country')}
        options={countryOptions(language, values.country)}
        {...country}
        onChange={(v) => (changed(), country.onChange(v))}
      />
      <Flex direction="column" gap="1">
        <Beside
          button={
            !proven && (
              <Button large onClick={() => void send()} busy={sms.busy === 'sending'} disabled={sms.sent !== null}>
                {t('sms.send')}
              </Button>
            )
          }
        >
          <TextField
            large
            label={t('join.phone')}
            type="tel"
            autoComplete="tel"
            placeholder={values.country === '82' ? '010-1234-5678' : ''}
            {...field}
            onChange={(v) => (changed(), field.onChange(v))}
            error={
              missing === 'phone' && values.phone === ''
                ? 'field.smsWho'
                : (field.error ?? (sms.sent === null ? unproven : undefined))
            }
          />
        </Beside>
        {missing === 'name' && values.name.trim() === '' && (
          <Complaint>{t('field.smsWho', { label: t('join.name') })}</Complaint>
        )}
        {sms.problem && <Complaint>{problemLine(sms.problem)}</Complaint>}
        {proven && <Done>{t('join.phoneProven')}</Done>}
      </Flex>
      {sms.sent && !proven && (
        <Flex direction="column" gap="2" pl="3" borderLeft="2px solid" borderColor="line">
          <CodeField
            sent={sms.sent}
            code={sms.code}
            onCode={(code) => (sms.setCode(code), form.set('code', code))}
            onResend={() => void sms.resend()}
            onEnter={() => void confirm()}
            resending={sms.busy === 'sending'}
            error={sms.error ?? unproven}
            left={sms.left}
          />
          <Button large onClick={() => void confirm()} busy={sms.busy === 'confirming'} disabled={sms.code.length < 6}>
            {t('sms.confirm')}
          </Button>
        </Flex>
      )}
    </>
  );
}
