import { chakra, Flex } from '@chakra-ui/react';
import type { InfoKind } from '@headland/contracts/info-check';
import { useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { z } from 'zod';
import { useT } from '../lib/i18n';
import { part } from '../lib/screen';
import { useRemembered } from '../lib/session/store';
import { Kbd } from '../ui/kbd';
import { useActs } from './find-acts';
import { fits } from './find-match';
import { type Fitting, usePages } from './find-pages';
import { groupTitles, type Hit, useRecords } from './find-records';
import { LogOutDialog } from './log-out';

const InfoCardDialog = part(() => import('./info-card').then((m) => m.InfoCardDialog));

/** Of pages and acts, while one looks for something else, too. */
const mostNamed = 8;
const mostRecent = 5;
const Recent = z.array(z.string().max(60)).max(12);

interface Props {
  text: string;
  open: boolean;
  close: () => void;
  /** what a key of the field does here; answers whether it did something */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  listId: string;
  label: string;
  onActive: (id: string | undefined) => void;
}
/** What the search finds, below its field, and what a hit opens: a page, a card or a question. */
export function FindPanel({ open, close, ...list }: Props) {
  const navigate = useNavigate();
  const [card, setCard] = useState<{ kind: InfoKind; id: number } | null>(null);
  const [leaving, setLeaving] = useState(false);
  const go = ({ opens }: Hit): void => {
    close();
    if (typeof opens === 'string') void navigate({ href: opens });
    else if (typeof opens === 'function') opens();
    else setCard(opens);
  };
  return (
    <>
      {open && <List {...list} onGo={go} onLogOut={() => setLeaving(true)} />}
      {leaving && <LogOutDialog onClose={() => setLeaving(false)} />}
      <Suspense fallback={null}>{card && <InfoCardDialog {...card} onClose={() => setCard(null)} />}</Suspense>
    </>
  );
}

interface ListProps extends Omit<Props, 'open' | 'close'> {
  onGo: (hit: Hit) => void;
  onLogOut: () => void;
}
function List({ text, keys, listId, label, onActive, onGo, onLogOut }: ListProps) {
  const t = useT();
  const { hits, note, remember } = useHits(text, onLogOut);
  const [chosen, setChosen] = useState<{ text: string; key: string } | null>(null);
  // hits come in above: the one that was walked to stays
  const at = Math.max(
    hits.findIndex((hit) => chosen?.text === text && hit.key === chosen.key),
    0,
  );
  const active = hits[at];
  const activeId = active && idOf(active);
  useEffect(() => {
    onActive(activeId);
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
  }, [onActive, activeId]);
  const walk = (to: number): boolean => {
    const hit = hits[Math.min(Math.max(to, 0), hits.length - 1)];
    if (hit) setChosen({ text, key: hit.key });
    return hit !== undefined;
  };
  const take = (hit: Hit): true => {
    remember(hit);
    onGo(hit);
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'ArrowDown') return walk(at + 1);
    if (event.key === 'ArrowUp') return walk(at - 1);
    return event.key === 'Enter' && active !== undefined && take(active);
  });
  useEffect(() => {
    keys.current = (event) => onKey(event);
    return () => {
      keys.current = null;
    };
  }, [keys]);
  return (
    <chakra.div
      pos="absolute"
      top="calc(100% + 4px)"
      left="0"
      w={{ base: 'full', lg: '560px' }}
      bg="raised"
      borderRadius="card"
      boxShadow="high"
      zIndex="popover"
      // the field keeps the focus, and with it the list
      onMouseDown={(e) => e.preventDefault()}
    >
      {hits.length > 0 && (
        <chakra.div id={listId} role="listbox" aria-label={label} maxH="66vh" overflowY="auto" py="1">
          {grouped(hits).map(({ group, members }) => (
            <Group key={group} title={t(groupTitles[group])}>
              {members.map((hit) => (
                <Flex
                  key={hit.key}
                  id={idOf(hit)}
                  role="option"
                  aria-selected={hit === active}
                  align="center"
                  gap="2"
                  px="3"
                  minH={{ base: '44px', lg: '9' }}
                  cursor="pointer"
                  textStyle="dense"
                  bg={hit === active ? 'hover' : undefined}
                  onMouseMove={() => hit !== active && setChosen({ text, key: hit.key })}
                  onClick={() => take(hit)}
                >
                  <Flex align="center" gap="2" flexShrink={0} maxW="75%" overflow="hidden">
                    {hit.line}
                  </Flex>
                  <chakra.span ml="auto" minW="0" truncate color="ink3" textStyle="small">
                    {hit.note}
                  </chakra.span>
                </Flex>
              ))}
            </Group>
          ))}
        </chakra.div>
      )}
      <chakra.div role="status" px={note ? '3' : '0'} py={note ? '2' : '0'} textStyle="small" color="ink3">
        {note ?? <span className="sr">{text === '' ? '' : t('search.count', { n: hits.length })}</span>}
      </chakra.div>
      <Flex
        aria-hidden
        display={{ base: 'none', lg: 'flex' }}
        gap="3"
        px="3"
        py="1.5"
        borderTop="1px solid"
        borderColor="line"
        textStyle="small"
        color="ink3"
      >
        <Key names={['↑', '↓']}>{t('search.move')}</Key>
        <Key names={['Enter']}>{t('search.open')}</Key>
        <Key names={['Esc']}>{t('search.clear')}</Key>
      </Flex>
    </chakra.div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <chakra.div id={id} role="presentation" px="3" pt="2" pb="1" textStyle="label" color="ink3">
        {title}
      </chakra.div>
      {children}
    </div>
  );
}

const Key = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <Flex as="span" gap="1" align="center">
    {names.map((name) => (
      <Kbd key={name}>{name}</Kbd>
    ))}
    {children}
  </Flex>
);

const idOf = (hit: Hit): string => `hit-${hit.key}`;

/** Neighbours of one group, under its title. */
function grouped(hits: readonly Hit[]): { group: Hit['group']; members: Hit[] }[] {
  const groups: { group: Hit['group']; members: Hit[] }[] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.group === hit.group) last.members.push(hit);
    else groups.push({ group: hit.group, members: [hit] });
  }
  return groups;
}

/**
 * Pages and acts come first where a word of them begins with what was typed, else what the server finds: of two that
 * fit alike, the one that was used last. Nothing typed: those used last, then all.
 */
function useHits(text: string, onLogOut: () => void) {
  const t = useT();
  const [recent, setRecent] = useRemembered('find.recent', Recent, []);
  const records = useRecords(text);
  const named = [...usePages(text), ...useActs(text, onLogOut)];
  const age = ({ hit }: Fitting): number => {
    const place = recent.indexOf(hit.key);
    return place < 0 ? recent.length : place;
  };
  const remember = ({ key, group, opens }: Hit): void => {
    // an act on an SOS is not offered before it is asked for, and a record may be gone
    if (typeof opens === 'object' || key === acknowledging || !(group in own)) return;
    setRecent([key, ...recent.filter((other) => other !== key)].slice(0, 12));
  };
  if (text === '') {
    const lately = named
      .filter(({ hit }) => recent.includes(hit.key))
      .sort((a, b) => age(a) - age(b))
      .slice(0, mostRecent)
      .map(({ hit }) => hit);
    const others = named.map(({ hit }) => hit).filter((hit) => !lately.includes(hit));
    return { hits: [...lately.map((hit) => ({ ...hit, group: 'recent' as const })), ...others], note: null, remember };
  }
  const best = named.sort((a, b) => (a.fit ?? 0) - (b.fit ?? 0) || age(a) - age(b)).slice(0, mostNamed);
  const first = (best[0]?.fit ?? fits.typo) <= fits.word;
  // the group of the best one is the first
  const [leading] = best;
  const mine = [
    ...best.filter(({ hit }) => hit.group === leading?.hit.group),
    ...best.filter(({ hit }) => hit.group !== leading?.hit.group),
  ].map(({ hit }) => hit);
  const hits = first ? [...mine, ...records.list] : [...records.list, ...mine];
  const note = records.failed
    ? t('search.failed')
    : records.hint
      ? t('search.hint')
      : hits.length === 0 && records.settled
        ? t('search.nothing', { text })
        : null;
  return { hits, note, remember };
}
const own = { recent: true, screen: true, act: true };
const acknowledging = 'act-acknowledge';
