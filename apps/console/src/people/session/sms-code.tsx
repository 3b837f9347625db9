import { chakra, Flex } from '@chakra-ui/react';
import { mailbox } from '@headland/contracts/mailbox';
import type { SmsChallenge } from '@headland/contracts/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clockOf } from '../../lib/age';
import { useNow } from '../../lib/clock';
import { useT } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { useConfig } from '../../lib/session/member';
import { query } from '../../lib/session/session';

/** A code by SMS as the server describes it, whatever it is for. */
export type SentCode = Omit<SmsChallenge, 'smsId'>;

interface CodeProps {
  sent: SentCode;
  code: string;
  onCode: (code: string) => void;
  onResend: () => void;
  /** where the field is part of a larger form: Enter confirms the code, and does not send the form */
  onEnter?: () => void;
  resending: boolean;
  /** key of the message of its error */
  error?: string | undefined;
  /** how many tries are left after a wrong one */
  left: number | null;
  autoFocus?: boolean;
}
/** One field for the six digits, how long they are good, and another sending of them after a minute. */
export function CodeField({
  sent,
  code,
  onCode,
  onResend,
  onEnter,
  resending,
  error,
  left,
  autoFocus = true,
}: CodeProps) {
  const t = useT();
  const now = useNow();
  const [notDigits, setNotDigits] = useState(false);
  const goodFor = secondsUntil(sent.expiresAt, now);
  const resendIn = secondsUntil(sent.resendAt, now);
  return (
    <Flex direction="column" gap="2">
      <TextField
        large
        label={t('sms.code')}
        name="code"
        value={code}
        // Separators in a pasted text are removed; six of them are a code.
        onChange={(text) => {
          setNotDigits(/[^\d\s-]/u.test(text));
          onCode(text.replace(/\D/gu, '').slice(0, 6));
        }}
        onKey={(e) => {
          if (!onEnter || e.type !== 'keydown' || e.key !== 'Enter') return;
          e.preventDefault();
          onEnter();
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        error={notDigits ? 'field.num' : error}
        end={
          <chakra.span
            className="num"
            role="timer"
            aria-label={t('sms.goodFor')}
            pr="1"
            color={goodFor === 0 ? 'now.ink' : 'ink2'}
          >
            {goodFor === 0 ? t('sms.expired') : clockOf(goodFor)}
          </chakra.span>
        }
      />
      {left !== null && (
        <chakra.p role="status" textStyle="small" color="ink2">
          {t('sms.left', { n: left })}
        </chakra.p>
      )}
      <Flex align="center" gap="2" wrap="wrap" textStyle="small" color="ink3">
        <chakra.span flex="1" minW="32">
          {t('sms.sentTo', { phone: sent.phone })}
        </chakra.span>
        <Button onClick={onResend} busy={resending} disabled={resendIn > 0}>
          {resendIn > 0 ? t('sms.resendIn', { n: resendIn }) : t('sms.resend')}
        </Button>
      </Flex>
      <DevelopmentCode sent={sent} onCode={onCode} />
    </Flex>
  );
}

/** The clock ticks in whole seconds: three minutes begin as 03:00. */
const secondsUntil = (at: string, now: number): number => Math.max(0, Math.floor((Date.parse(at) - now) / 1000));

/** A development start has no gateway: the code is read from the mailbox and shown, marked as what it is. A production server has no mailbox. */
function DevelopmentCode({ sent, onCode }: { sent: SentCode; onCode: (code: string) => void }) {
  const t = useT();
  const development = useConfig()?.development === true;
  const { data } = useQuery({ ...query(mailbox.list), enabled: development, refetchInterval: 2_000, staleTime: 0 });
  if (!development) return null;
  // Newest first. A code is good for three minutes: what is older belongs to one before.
  const since = Date.parse(sent.expiresAt) - 3 * 60_000 - 2_000;
  const code = data
    ?.filter((m) => m.channel === 'sms' && Date.parse(m.at) >= since && fitsMask(sent.phone, m.address ?? m.to))
    .map((m) => /(?<!\d)\d{6}(?!\d)/u.exec(m.text)?.[0]);
  const newest = code?.find((c) => c !== undefined);
  return (
    <Flex
      align="center"
      gap="2"
      px="3"
      py="2"
      borderRadius="control"
      border="1px dashed"
      borderColor="watch.line"
      bg="watch.soft"
      color="watch.ink"
      textStyle="small"
    >
      <chakra.span flex="1">
        {t('sms.development')}{' '}
        <chakra.b className="num" fontWeight="600">
          {newest ?? '––––––'}
        </chakra.b>
      </chakra.span>
      {newest !== undefined && <Button onClick={() => onCode(newest)}>{t('sms.fillIn')}</Button>}
    </Flex>
  );
}

/** `010-****-5678` is how the server shows 010-1234-5678. */
const fitsMask = (mask: string, phone: string): boolean =>
  mask.replace(/\D/gu, '').slice(-4) === phone.replace(/\D/gu, '').slice(-4);
