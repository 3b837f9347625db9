import { chakra, Flex } from '@chakra-ui/react';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { useNavigate } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useLiveEvents } from '../live/live';
import { useWords } from '../lib/text';
import { onSessionEnd } from '../session/session';
import { Age } from '../ui/age';
import { Button } from '../ui/button';
import { Menu, MenuItem } from '../ui/menu';
import { type State, StateMark, stateOfSeverity } from '../ui/state-mark';
import { EmptyState } from '../ui/states';

const most = 100;
let notes: readonly { event: LoggedEvent; read: boolean }[] = [];
const listeners = new Set<() => void>();
onSessionEnd(() => write([]));

/** Takes the events worth a person's notice into the bell of this session. Mounted once, in the shell. */
export function useNotes(): void {
  useLiveEvents((event) => {
    if (sentence(event) !== null) write([{ event, read: false }, ...notes].slice(0, most));
  });
}

export function Notifications() {
  const words = useWords();
  const { t } = words;
  const navigate = useNavigate();
  const all = useSyncExternalStore(subscribe, () => notes);
  const unread = all.filter((n) => !n.read).length;
  const [shown, setShown] = useState(20);
  const label = unread > 0 ? t('shell.notificationsUnread', { n: unread }) : t('shell.notifications');
  return (
    <Menu
      trigger={
        <Button
          kind="quiet"
          w="8"
          px="0"
          pos="relative"
          aria-label={label}
          title={label}
          onClick={() => setTimeout(() => write(notes.map((n) => ({ ...n, read: true }))), 1_500)}
        >
          <Bell size={16} strokeWidth={1.6} />
          {unread > 0 && (
            <chakra.span
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
      }
    >
      <chakra.div w="min(380px, 92vw)">
        <chakra.h2 textStyle="strong" px="3" py="2">
          {t('shell.notifications')}
        </chakra.h2>
        {all.length === 0 && <EmptyState title={t('shell.notificationsEmpty')} text={t('shell.notificationsEmptyText')} />}
        {all.slice(0, shown).map(({ event, read }) => {
          const said = sentence(event);
          if (!said) return null;
          return (
            <MenuItem key={event.number} value={String(event.number)} onSelect={() => void navigate({ to: said.to, search: { id: said.id } as never })}>
              <Flex gap="2.5" py="1.5" align="flex-start">
                <chakra.span pt="4px">
                  <StateMark state={said.state} />
                </chakra.span>
                <chakra.span flex="1" minW="0">
                  <chakra.span display="block" fontWeight={read ? '400' : '600'}>
                    {said.text(words)}
                  </chakra.span>
                  <chakra.span display="block" textStyle="small" color="ink3" className="num">
                    {said.vin}
                  </chakra.span>
                </chakra.span>
                <chakra.span textStyle="small" color="ink3" className="num" whiteSpace="nowrap">
                  <Age since={event.at} style="short" ago />
                </chakra.span>
              </Flex>
            </MenuItem>
          );
        })}
        {all.length > shown && (
          <Flex justify="center" p="2">
            <Button kind="link" onClick={() => setShown(shown + 20)}>
              {t('live.new', { n: all.length - shown })}
            </Button>
          </Flex>
        )}
      </chakra.div>
    </Menu>
  );
}

interface Sentence {
  state: State;
  vin: string;
  to: '/sos' | '/breakdown';
  id: string;
  text: (w: ReturnType<typeof useWords>) => string;
}
/** What an event says in the bell, or null when it is none of a person's business. */
function sentence(event: LoggedEvent): Sentence | null {
  if (event.name === 'sos.raised' || event.name === 'sos.escalated') {
    const { sos } = (event as LoggedEvent<'sos.raised'>).payload;
    const text: Sentence['text'] = ({ t }) =>
      event.name === 'sos.raised'
        ? t('notice.sos.raised', { type: t(`sosType.${sos.type}`) })
        : t('notice.sos.escalated', { level: sos.escalationLevel, to: sos.escalatedTo?.name ?? '–' });
    return { state: 'now', vin: sos.vehicle.vin, to: '/sos', id: String(sos.id), text };
  }
  if (event.name === 'fault.occurred' || event.name === 'fault.escalated') {
    const { fault } = (event as LoggedEvent<'fault.occurred'>).payload;
    const text: Sentence['text'] = ({ t, of }) =>
      t(event.name === 'fault.occurred' ? 'notice.fault.occurred' : 'notice.fault.escalated', { code: fault.code, name: of(fault.name) });
    return { state: stateOfSeverity[fault.severity], vin: fault.vehicle.vin, to: '/breakdown', id: String(fault.id), text };
  }
  return null;
}

function write(next: typeof notes): void {
  notes = next;
  for (const f of listeners) f();
}
function subscribe(f: () => void): () => void {
  listeners.add(f);
  return () => listeners.delete(f);
}
