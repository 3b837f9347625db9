import { chakra } from '@chakra-ui/react';
import { Bell as BellIcon } from 'lucide-react';
import { useT } from '../lib/i18n';
import { Button } from '../ui/button';
import { useUnread } from './notification-data';
import { usePanel } from './panel-host';

/** Opens the notification centre, and shows the unread count. */
export function Bell() {
  const t = useT();
  const unread = useUnread();
  const panel = usePanel();
  const open = panel.name === 'notifications';
  const label = unread > 0 ? t('shell.notificationsUnread', { n: unread }) : t('shell.notifications');
  return (
    <Button
      kind="quiet"
      w="8"
      px="0"
      pos="relative"
      title={label}
      aria-expanded={open}
      data-opens="notifications"
      onClick={() => (open ? panel.close() : panel.open('notifications'))}
    >
      <BellIcon size={16} strokeWidth={1.6} />
      {/* not aria-label: the visible number would have to be part of it, and in Korean it is not */}
      <span className="sr">{label}</span>
      {unread > 0 && (
        <chakra.span
          aria-hidden
          pos="absolute"
          top="2px"
          right="1px"
          font="600 10px/14px var(--font)"
          minW="14px"
          px="3px"
          borderRadius="7px"
          bg="ink"
          color="surface"
          textAlign="center"
        >
          {unread > 99 ? '99+' : unread}
        </chakra.span>
      )}
    </Button>
  );
}
