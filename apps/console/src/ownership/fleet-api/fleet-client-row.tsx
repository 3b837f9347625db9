import { chakra, Flex } from '@chakra-ui/react';
import type { FleetClient } from '@headland/contracts/fleet-client';
import type { ReactNode } from 'react';
import { type I18n, useI18n } from '../../lib/i18n';
import { dayText, momentText } from '../../lib/time';
import { Age } from '../../ui/age';
import { StatusChip } from '../../ui/status-chip';

/** One client: what it is called, what it identifies itself with, and how it is used. */
export function FleetClientRow({ client: c, children }: { client: FleetClient; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <chakra.li
      display="grid"
      gap="1.5"
      px="3"
      py="2.5"
      border="1px solid"
      borderColor="line"
      borderRadius="control"
      color={c.state === 'active' ? 'ink' : 'ink3'}
    >
      <Flex gap="2" align="center" wrap="wrap">
        <chakra.strong textStyle="strong" minW="0" overflowWrap="anywhere">
          {c.name}
        </chakra.strong>
        <StatusChip state={c.state === 'active' ? 'normal' : 'off'}>{t(`fleetClient.${c.state}`)}</StatusChip>
        <chakra.span flex="1" />
        {children}
      </Flex>
      <chakra.code
        overflowWrap="anywhere"
        css={{ font: '400 12px/16px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' }}
      >
        {c.clientId}
      </chakra.code>
      <Flex columnGap="3" rowGap="0.5" wrap="wrap" textStyle="small" color="ink3">
        {pastOf(t, c).map((text) => (
          <span key={text}>{text}</span>
        ))}
        <span>
          {c.lastUsedAt === null ? (
            t('fleetClient.unused')
          ) : (
            <>
              {t('fleetClient.lastUsed')} <Age since={c.lastUsedAt} ago />
            </>
          )}
        </span>
        {c.requests > 0 && <span>{t('fleetClient.requests', { n: c.requests })}</span>}
      </Flex>
    </chakra.li>
  );
}

function pastOf(t: I18n['t'], c: FleetClient): string[] {
  return [
    t('fleetClient.created', { at: dayText(Date.parse(c.createdAt)), name: c.createdBy }),
    ...(c.rotatedAt === null ? [] : [t('fleetClient.rotated', { at: momentText(c.rotatedAt) })]),
    ...(c.expiresAt === null || c.state === 'revoked'
      ? []
      : [t(c.state === 'expired' ? 'fleetClient.ended' : 'fleetClient.expires', { at: momentText(c.expiresAt) })]),
    ...(c.revokedAt === null
      ? []
      : [
          c.revokedBy === null
            ? t('fleetClient.revokedAt', { at: momentText(c.revokedAt) })
            : t('fleetClient.revokedBy', { at: momentText(c.revokedAt), name: c.revokedBy }),
        ]),
  ];
}
