import { chakra, Flex } from '@chakra-ui/react';
import { myInfo } from '@headland/contracts/my-info';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { z } from 'zod';
import { serverNow } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { dayText } from '../lib/time';
import { query } from '../lib/session/session';
import { useRemembered } from '../lib/session/store';
import { Button, IconButton } from '../ui/button';
import { StateMark } from '../ui/state-mark';
import { usePanel } from './panel-host';

const dayMs = 24 * 60 * 60_000;
const fromDays = 14;
const hourMs = 60 * 60_000;

/** From 14 days before the password expires; dismissed until the next day. */
export function PasswordBar() {
  const { t } = useI18n();
  const panel = usePanel();
  const { data } = useQuery({ ...query(myInfo.get), staleTime: hourMs, refetchInterval: hourMs });
  const [dismissed, setDismissed] = useRemembered('passwordReminder', z.string(), '');
  if (!data) return null;
  const now = serverNow();
  const today = dayText(now);
  const leftMs = Date.parse(data.passwordExpiresAt) - now;
  if (leftMs > fromDays * dayMs || dismissed === today || panel.name === 'password') return null;
  const day = dayText(data.passwordExpiresAt);
  return (
    <Flex
      role="status"
      align="center"
      gap="2.5"
      px="4"
      pr="2"
      py="1.5"
      bg="watch.soft"
      borderBottom="1px solid"
      borderColor="watch.line"
      textStyle="dense"
      flexShrink={0}
    >
      <StateMark state="watch" />
      <chakra.span flex="1">
        {day <= today ? t('myPassword.remindToday') : t('myPassword.remind', { day, n: Math.ceil(leftMs / dayMs) })}
      </chakra.span>
      <Button onClick={() => panel.open('password')}>{t('myPassword.remindNow')}</Button>
      <IconButton label={t('myPassword.remindLater')} icon={<X size={15} />} onClick={() => setDismissed(today)} />
    </Flex>
  );
}
