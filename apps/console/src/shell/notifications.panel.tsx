import { chakra, Flex } from '@chakra-ui/react';
import { type Notification, notificationKinds, type NotificationKind } from '@headland/contracts/notification';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  BellOff,
  Check,
  CheckCheck,
  Cpu,
  Droplets,
  FileSpreadsheet,
  Info,
  type LucideIcon,
  Siren,
  Star,
  Stethoscope,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { safeRedirect } from '../lib/guard';
import { useBriefText } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { toRecord } from '../lib/paths';
import { Age } from '../ui/age';
import { Button, IconButton } from '../ui/button';
import { FilterMany, FilterToggle } from '../ui/filter-bar';
import { EmptyState, ErrorState, Skeleton } from '../ui/states';
import { Count } from '../ui/tabs';
import { type NotificationFilter, useNotifications, useUnread } from './notification-data';
import { PanelBody } from './panel-body';
import { useMarkRead } from './use-mark-read';

/** The member's notifications: newest first, live. Opening one goes to its screen and marks it read. */
export function NotificationsPanel() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [filter, setFilter] = useState<NotificationFilter>({ kind: [], unread: false });
  const list = useNotifications(filter);
  const unread = useUnread();
  const mark = useMarkRead();
  const newest = list.rows[0]?.id;
  const open = (n: Notification) => {
    if (n.readAt === null) mark.read(n.id);
    const link = n.link ?? (n.vehicle ? toRecord('/statusDetail', n.vehicle.id) : null);
    if (link !== null) void navigate({ href: safeRedirect(link) });
  };
  return (
    <PanelBody
      title={t('shell.notifications')}
      actions={
        unread > 0 && (
          <Count className="num" bg="ink" color="surface">
            {t('notification.unreadCount', { n: unread })}
          </Count>
        )
      }
      under={
        <Flex gap="2" px="4" py="2" wrap="wrap" flexShrink={0} borderBottom="1px solid" borderColor="line">
          <FilterMany
            label={t('notification.kinds')}
            values={filter.kind}
            options={notificationKinds.map((value) => ({ value, label: t(`notificationKind.${value}`) }))}
            onApply={(kind) => setFilter({ ...filter, kind })}
          />
          <FilterToggle on={filter.unread} onApply={(on) => setFilter({ ...filter, unread: on })}>
            {t('notification.unreadOnly')}
          </FilterToggle>
          <chakra.span flex="1" />
          <Button
            kind="quiet"
            icon={<CheckCheck size={15} />}
            busy={mark.busy}
            disabled={unread === 0 || newest === undefined}
            onClick={() => newest !== undefined && mark.readAll(newest)}
          >
            {t('notification.readAll')}
          </Button>
        </Flex>
      }
    >
      {list.isPending ? (
        <Skeleton rows={8} height={64} />
      ) : list.data === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.rows.length === 0 ? (
        <Nothing filter={filter} onReset={() => setFilter({ kind: [], unread: false })} />
      ) : (
        <>
          <chakra.ul aria-label={t('shell.notifications')} onKeyDown={arrows}>
            {list.rows.map((n) => (
              <Row key={n.id} note={n} onOpen={() => open(n)} onRead={() => mark.read(n.id)} />
            ))}
          </chakra.ul>
          <Flex direction="column" align="center" gap="2" p="4" textStyle="small" color="ink3">
            {list.hasNextPage ? (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('notification.more')}
              </Button>
            ) : (
              t('notification.kept')
            )}
            <span className="num">{t('common.rangeOf', { from: 1, to: list.rows.length, total: list.total })}</span>
          </Flex>
        </>
      )}
    </PanelBody>
  );
}

function Row({ note, onOpen, onRead }: { note: Notification; onOpen: () => void; onRead: () => void }) {
  const brief = useBriefText();
  const { t, of } = useI18n();
  const Icon = icons[note.kind];
  const unread = note.readAt === null;
  return (
    <chakra.li
      display="flex"
      alignItems="flex-start"
      borderBottom="1px solid"
      borderColor="line"
      bg={unread ? undefined : 'sunken'}
      _hover={{ bg: 'hover' }}
      css={{ '&:has(button:first-of-type:focus-visible)': { boxShadow: 'inset 0 0 0 2px var(--focus)' } }}
    >
      <chakra.button
        type="button"
        data-row
        flex="1"
        minW="0"
        display="flex"
        gap="3"
        pl="4"
        py="2.5"
        minH="11"
        alignItems="flex-start"
        outline="0"
        onClick={onOpen}
      >
        <chakra.span pt="1px" color={note.kind === 'sos' ? 'now.ink' : 'ink3'} aria-hidden>
          <Icon size={17} strokeWidth={1.6} />
        </chakra.span>
        <chakra.span flex="1" minW="0">
          <chakra.span display="flex" gap="2" alignItems="center" textStyle="small" color="ink3">
            {t(`notificationKind.${note.kind}`)}
            {note.count > 1 && <Count>{t('notification.grouped', { n: note.count })}</Count>}
            <chakra.span ml="auto" className="num" whiteSpace="nowrap">
              {brief(note.at)}
            </chakra.span>
          </chakra.span>
          <chakra.span display="block" fontWeight={unread ? '600' : '400'} color="ink" overflowWrap="anywhere">
            {of(note.text)}
          </chakra.span>
          <chakra.span display="flex" gap="2" textStyle="small" color="ink3" className="num">
            {note.vehicle && (
              <chakra.span minW="0" truncate>
                {note.vehicle.vin} · {note.vehicle.model}
              </chakra.span>
            )}
            <chakra.span ml="auto" whiteSpace="nowrap">
              <Age since={note.at} style="short" ago />
            </chakra.span>
          </chakra.span>
          {unread && <span className="sr">{t('notification.unread')}</span>}
        </chakra.span>
      </chakra.button>
      <chakra.span w="10" pt="2" flexShrink={0} display="grid" placeItems="center">
        {unread && (
          <IconButton
            label={t('notification.read')}
            icon={
              <>
                <chakra.i className="dot" w="9px" h="9px" borderRadius="50%" bg="accent" />
                <Check size={15} className="tick" />
              </>
            }
            onClick={onRead}
            css={{
              '& .tick': { display: 'none' },
              '&:hover .dot, &:focus-visible .dot': { display: 'none' },
              '&:hover .tick, &:focus-visible .tick': { display: 'block' },
            }}
          />
        )}
      </chakra.span>
    </chakra.li>
  );
}

function Nothing({ filter, onReset }: { filter: NotificationFilter; onReset: () => void }) {
  const { t } = useI18n();
  const icon = <BellOff size={22} strokeWidth={1.5} />;
  const reset = <Button onClick={onReset}>{t('common.reset')}</Button>;
  if (filter.unread && filter.kind.length === 0)
    return <EmptyState title={t('notification.emptyUnread')} icon={icon} action={reset} />;
  if (filter.kind.length > 0) return <EmptyState title={t('common.emptyFilter')} icon={icon} action={reset} />;
  return <EmptyState title={t('notification.empty')} text={t('notification.emptyText')} icon={icon} />;
}

/** Arrow keys move from row to row, as in every list. */
function arrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((r) => r.closest('li')?.contains(document.activeElement));
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}

const icons: Record<NotificationKind, LucideIcon> = {
  sos: Siren,
  fault: TriangleAlert,
  consumable: Droplets,
  watch: Star,
  transfer: ArrowLeftRight,
  diagnosis: Stethoscope,
  reprogramming: Cpu,
  export: FileSpreadsheet,
  account: UserRound,
  system: Info,
};
