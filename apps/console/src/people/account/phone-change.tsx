import { Flex } from '@chakra-ui/react';
import { phoneFits } from '@headland/contracts/fields';
import { myInfo } from '@headland/contracts/my-info';
import { session, type SmsChallenge } from '@headland/contracts/session';
import { useState } from 'react';
import { Problem } from '../../lib/call';
import { useI18n } from '../../lib/i18n';
import { call } from '../../lib/session/session';
import { CodeField } from '../session/sms-code';
import { Button } from '../../ui/button';
import { StateMark } from '../../ui/state-mark';

/**
 * A changed phone is proven by a code sent to it, before the form is saved with it. `onProven` gets the id of the confirmed code. Mounted anew
 * for each number that is typed, so that a code never proves another one.
 */
export function PhoneChange({
  country,
  phone,
  proven,
  onProven,
}: {
  country: string;
  phone: string;
  proven: boolean;
  onProven: (smsId: string) => void;
}) {
  const { t, problemLine } = useI18n();
  const [sent, setSent] = useState<SmsChallenge | null>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setRefused(null);
    try {
      await act();
    } catch (error) {
      const p = error instanceof Problem ? error : new Problem('INTERNAL');
      setRefused(p);
      // five wrong ones: nothing but a new code helps
      if (p.code === 'SMS_CODE_DEAD') setSent(null);
    } finally {
      setBusy(false);
      setCode('');
    }
  };
  const send = () => attempt(async () => setSent(await call(myInfo.phoneSend, { body: { country, phone } })));
  const again = (smsId: string) => attempt(async () => setSent(await call(session.resendCode, { body: { smsId } })));
  const confirm = (smsId: string) =>
    attempt(async () => {
      await call(myInfo.phoneConfirm, { body: { smsId, code } });
      onProven(smsId);
    });

  if (proven)
    return (
      <Flex role="status" gap="2" align="center" color="ink2">
        <StateMark state="normal" size={9} />
        {t('myInfo.phoneConfirmed')}
      </Flex>
    );
  const left = typeof refused?.values.left === 'number' ? refused.values.left : null;
  const fits = phoneFits(country, phone.trim());
  return (
    <Flex direction="column" gap="2" p="3" bg="sunken" border="1px solid" borderColor="line" borderRadius="control">
      {sent === null ? (
        <Flex align="center" gap="2">
          <span style={{ flex: 1 }}>{t('myInfo.phoneHelp')}</span>
          <Button busy={busy} disabled={!fits} reason={t('field.phone')} onClick={() => void send()}>
            {t('sms.send')}
          </Button>
        </Flex>
      ) : (
        <>
          <CodeField
            sent={sent}
            code={code}
            onCode={setCode}
            onResend={() => void again(sent.smsId)}
            resending={busy}
            left={left}
          />
          <Button kind="primary" busy={busy} disabled={code.length !== 6} onClick={() => void confirm(sent.smsId)}>
            {t('sms.confirm')}
          </Button>
        </>
      )}
      {refused && (
        <Flex role="alert" gap="1.5" align="center" textStyle="small" color="now.ink">
          <StateMark state="now" size={9} />
          {Object.values(refused.fields).length > 0 ? t('field.phone') : problemLine(refused)}
        </Flex>
      )}
    </Flex>
  );
}
