import { chakra, Flex } from '@chakra-ui/react';
import type { PublicationKind } from '@headland/contracts/content';
import { type ContentHit, contentSearch } from '@headland/contracts/content-search';
import { infoCheck, type InfoHits, type InfoKind } from '@headland/contracts/info-check';
import type { Language } from '@headland/i18n/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Cpu,
  MessageCircleQuestion,
  MessageSquareText,
  Package,
  Search as SearchIcon,
  Sparkles,
  UserRound,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Translate, useI18n, useT } from '../lib/i18n';
import { toRecord } from '../lib/paths';
import { query, useCan } from '../lib/session/session';
import { dayText } from '../lib/time';
import { Kbd } from '../ui/kbd';
import { VehicleMark } from '../ui/state-mark';
import { InfoCardDialog } from './info-card';
import { groupIcons, useMenu } from './menu';

interface Hit {
  key: string;
  group: InfoKind | PublicationKind | 'part' | 'banner' | 'question' | 'screens';
  /** an address, or the content of a card */
  opens: string | { kind: InfoKind; id: number };
  line: ReactNode;
  note: ReactNode;
}
const groupTitles = {
  screens: 'shell.searchScreens',
  vehicle: 'shell.searchVehicles',
  device: 'shell.searchDevices',
  customer: 'shell.searchCustomers',
  notice: 'screen.notice',
  faq: 'screen.faq',
  post: 'screen.post',
  part: 'screen.partDisplay',
  banner: 'shell.searchBanners',
  question: 'shell.searchQuestions',
} as const;

/**
 * Ctrl+K: any screen by its name and, with permission, what a caller reads out: a VIN, a device ID, a SIM or activation
 * number, a name, a phone, words of a banner or a question (from three characters). A hit opens its card or its screen.
 */
export function Find() {
  const t = useT();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [card, setCard] = useState<{ kind: InfoKind; id: number } | null>(null);
  const hits = useHits(text.trim());
  const placeholder = t(useCan()(infoCheck.find.allow) ? 'shell.search' : 'shell.searchAllScreens');

  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK') {
        event.preventDefault();
        input.current?.focus();
        input.current?.select();
      }
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const go = (hit: Hit) => {
    setOpen(false);
    setText('');
    input.current?.blur();
    if (typeof hit.opens === 'string') void navigate({ href: hit.opens });
    else setCard(hit.opens);
  };
  const key = (event: KeyboardEvent) => {
    // it ends a syllable of a Korean name
    if (event.nativeEvent.isComposing) return;
    const last = hits.list.length - 1;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, last));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Escape') input.current?.blur();
    else if (event.key === 'Enter' && hits.list[at]) go(hits.list[at]);
    else return;
    event.preventDefault();
  };
  const listId = 'find-hits';
  return (
    <chakra.div pos="relative" w={{ base: 'full', lg: '380px' }} flexShrink={1} minW="0">
      <Flex
        as="label"
        align="center"
        gap="2"
        h="8"
        pl="2.5"
        pr="2"
        borderRadius="control"
        bg="ground"
        border="1px solid"
        borderColor="line"
        color="ink3"
        textStyle="dense"
        css={{ '&:focus-within': { borderColor: 'var(--accent)', boxShadow: '0 0 0 3px var(--accent-soft)' } }}
      >
        <SearchIcon size={15} aria-hidden />
        <chakra.input
          ref={input}
          flex="1"
          minW="0"
          bg="transparent"
          border="0"
          outline="0"
          color="ink"
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-label={placeholder}
          aria-activedescendant={open && hits.list[at] ? `hit-${hits.list[at].key}` : undefined}
          placeholder={placeholder}
          maxLength={40}
          value={text}
          onChange={(e) => {
            setText(e.target.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={key}
        />
        <Kbd display={{ base: 'none', lg: 'block' }}>Ctrl K</Kbd>
      </Flex>
      {open && (
        <chakra.div
          id={listId}
          role="listbox"
          aria-label={placeholder}
          pos="absolute"
          top="calc(100% + 4px)"
          left="0"
          w={{ base: 'full', lg: '440px' }}
          maxH="70vh"
          overflowY="auto"
          bg="raised"
          borderRadius="card"
          boxShadow="high"
          py="1"
          zIndex="popover"
        >
          {hits.list.map((hit, i) => (
            <div key={hit.key}>
              {hit.group !== hits.list[i - 1]?.group && (
                <chakra.div px="3" pt="2" pb="1" textStyle="label" color="ink3">
                  {t(groupTitles[hit.group])}
                </chakra.div>
              )}
              <Flex
                id={`hit-${hit.key}`}
                role="option"
                aria-selected={i === at}
                align="center"
                gap="2"
                px="3"
                minH="9"
                cursor="pointer"
                textStyle="dense"
                bg={i === at ? 'hover' : undefined}
                onMouseMove={() => setAt(i)}
                onMouseDown={(e) => {
                  e.preventDefault();
                  go(hit);
                }}
              >
                <Flex align="center" gap="2" flexShrink={0}>
                  {hit.line}
                </Flex>
                <chakra.span ml="auto" minW="0" truncate color="ink3" textStyle="small">
                  {hit.note}
                </chakra.span>
              </Flex>
            </div>
          ))}
          {hits.note && (
            <chakra.div px="3" py="2" textStyle="small" color="ink3">
              {hits.note}
            </chakra.div>
          )}
        </chakra.div>
      )}
      {card && <InfoCardDialog {...card} onClose={() => setCard(null)} />}
    </chakra.div>
  );
}

function useHits(text: string): { list: Hit[]; note: string | null } {
  const { t, language } = useI18n();
  const can = useCan();
  const mayLookUp = can(infoCheck.find.allow);
  const readsContent = can('notice:R') || can('faq:R') || can('post:R') || can('parts:R');
  const menu = useMenu();
  const settled = useSettled(text, 200);
  const searchable = settled.length >= 3 && mayLookUp;
  const { data, isFetching, error } = useQuery({
    ...query(infoCheck.find, { query: { text: settled } }),
    enabled: searchable,
    placeholderData: keepPreviousData,
  });
  const content = useQuery({
    ...query(contentSearch.find, { query: { text: settled } }),
    enabled: settled.length >= 2 && readsContent,
    placeholderData: keepPreviousData,
  });
  const titled = text.length >= 2 && readsContent ? (content.data ?? []).map((hit) => contentHit(hit, language)) : [];
  const wanted = text.toLocaleLowerCase();
  const found = searchable && text.length >= 3 && data !== undefined ? hitsOf(t, data) : [];
  const places: Hit[] = menu
    .flatMap(({ group, entries }) => entries.map((screen) => ({ screen, group })))
    .filter(
      ({ screen, group }) =>
        wanted === '' ||
        t(screen.title).toLocaleLowerCase().includes(wanted) ||
        t(`menu.${group}`).toLocaleLowerCase().includes(wanted),
    )
    .map(({ screen, group }) => {
      const Icon = groupIcons[group];
      return {
        key: screen.path.slice(1),
        group: 'screens' as const,
        opens: screen.path,
        line: (
          <>
            <Icon size={15} strokeWidth={1.6} />
            {t(screen.title)}
          </>
        ),
        note: t(`menu.${group}`),
      };
    });
  const list = [...found, ...titled, ...places];
  const note =
    mayLookUp && text.length < 3
      ? t('shell.searchHint')
      : (error ?? content.error) !== null
        ? t('shell.searchFailed')
        : list.length === 0 && !isFetching && !content.isFetching && settled === text
          ? t('shell.searchNothing', { text })
          : null;
  return { list, note };
}

const hitsOf = (t: Translate, { vehicles, devices, customers, banners, questions }: InfoHits): Hit[] => [
  ...vehicles.map((v): Hit => ({
    key: `vehicle-${v.id}`,
    group: 'vehicle',
    opens: { kind: 'vehicle', id: v.id },
    line: (
      <>
        <VehicleMark state={v.state} />
        <span className="num">{v.vin}</span>
      </>
    ),
    note: [v.model, v.deviceId, t(`state.${v.state}`)].filter(Boolean).join(' · '),
  })),
  ...devices.map((d): Hit => ({
    key: `device-${d.id}`,
    group: 'device',
    opens: { kind: 'device', id: d.id },
    line: (
      <>
        <Cpu size={15} strokeWidth={1.6} />
        <span className="num">{d.deviceId}</span>
      </>
    ),
    note: [d.sim, d.activation, d.vin].filter(Boolean).join(' · '),
  })),
  ...customers.map((c): Hit => ({
    key: `customer-${c.id}`,
    group: 'customer',
    opens: { kind: 'customer', id: c.id },
    line: (
      <>
        <UserRound size={15} strokeWidth={1.6} />
        {c.name}
      </>
    ),
    note: [c.phone, t('shell.searchOwns', { n: c.vehicles })].filter(Boolean).join(' · '),
  })),
  ...banners.map((b): Hit => ({
    key: `banner-${b.id}`,
    group: 'banner',
    opens: `/gptBanner?id=${b.id}`,
    line: (
      <>
        <Sparkles size={15} strokeWidth={1.6} />
        {b.name}
      </>
    ),
    note: t(`gptBannerStatus.${b.status}`),
  })),
  ...questions.map((q): Hit => ({
    key: `question-${q.id}`,
    group: 'question',
    // beside the other questions of its customer, however old they are
    opens: `/gptChatData?customerId=${q.customer.id}&id=${q.id}`,
    line: (
      <>
        <MessageCircleQuestion size={15} strokeWidth={1.6} />
        <chakra.span maxW="220px" truncate>
          {q.question}
        </chakra.span>
      </>
    ),
    note: `${q.customer.name} · ${dayText(q.askedAt)}`,
  })),
];

const contentPages = {
  notice: '/noticeDetail',
  faq: '/faqDetail',
  post: '/postDetail',
  part: '/partDisplay',
} as const;
function contentHit(hit: ContentHit, language: Language): Hit {
  const Icon = hit.kind === 'part' ? Package : MessageSquareText;
  return {
    key: `${hit.kind}-${hit.id}`,
    group: hit.kind,
    opens: toRecord(contentPages[hit.kind], hit.id),
    line: (
      <>
        <Icon size={15} strokeWidth={1.6} />
        {hit.kind === 'part' ? (language === 'ko' ? hit.nameKo : hit.nameEn) : hit.title}
      </>
    ),
    note: hit.kind === 'part' ? <span className="num">{hit.code}</span> : null,
  };
}

function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
