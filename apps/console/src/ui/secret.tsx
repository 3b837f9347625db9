import { chakra, Flex } from '@chakra-ui/react';
import { useFromNow } from '../lib/clock';
import { type I18n, useI18n } from '../lib/i18n';
import { momentText } from '../lib/time';
import { StateLabel } from './status-chip';
import { StateMark } from './state-mark';
import { CopyButton } from './copy-button';

/** A token or key at the only moment at which it can be read. */
export function Secret({ label, value, help }: { label: string; value: string; help?: string }) {
  const { t } = useI18n();
  return (
    <Flex direction="column" gap="1" minW="0">
      <chakra.span textStyle="label" fontWeight="500" color="ink2">
        {label}
      </chakra.span>
      <Flex gap="2" align="center">
        <chakra.input
          readOnly
          aria-label={label}
          value={value}
          onFocus={(e) => e.currentTarget.select()}
          flex="1"
          minW="0"
          h="control"
          px="2.5"
          border="1px solid"
          borderColor="lineControl"
          borderRadius="control"
          bg="sunken"
          color="ink"
          className="num"
          css={{ font: '400 13px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' }}
        />
        <CopyButton label={t('common.copy')} text={() => value} />
      </Flex>
      {help && (
        <chakra.span textStyle="small" color="ink3">
          {help}
        </chakra.span>
      )}
    </Flex>
  );
}

export function OnceNote() {
  const { t } = useI18n();
  return (
    <Flex
      role="note"
      gap="2"
      align="baseline"
      p="3"
      borderRadius="control"
      bg="watch.soft"
      color="ink"
      textStyle="dense"
    >
      <StateMark state="watch" />
      {t('secret.once')}
    </Flex>
  );
}

interface Ended {
  expiresAt?: string | null;
  revokedAt: string | null;
  revokedBy: string | null;
}
export type SecretState = 'live' | 'expired' | 'revoked';
export const secretState = ({ revokedAt, expiresAt }: Ended, now: number): SecretState =>
  revokedAt !== null
    ? 'revoked'
    : expiresAt !== null && expiresAt !== undefined && Date.parse(expiresAt) <= now
      ? 'expired'
      : 'live';

/** In force, ended or revoked, by whom and when on hover. */
export function SecretMark({ of }: { of: Ended }) {
  const { t } = useI18n();
  const state = useFromNow((now) => secretState(of, now));
  return (
    <span title={revokedText(t, of)}>
      <StateLabel state={state === 'live' ? 'normal' : 'off'}>{t(`secret.${state}`)}</StateLabel>
    </span>
  );
}

const revokedText = (t: I18n['t'], { revokedAt, revokedBy }: Ended): string | undefined =>
  revokedAt === null ? undefined : t('secret.revokedBy', { name: revokedBy ?? '–', at: momentText(revokedAt) });
