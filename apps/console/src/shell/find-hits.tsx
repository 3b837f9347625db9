import { chakra } from '@chakra-ui/react';
import type { PublicationKind } from '@headland/contracts/content';
import { type ContentHit, contentSearch } from '@headland/contracts/content-search';
import { infoCheck, type InfoHits, type InfoKind } from '@headland/contracts/info-check';
import type { Language } from '@headland/i18n/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Cpu, MessageCircleQuestion, MessageSquareText, Package, Sparkles, UserRound } from 'lucide-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { type Translate, useI18n } from '../lib/i18n';
import { toRecord } from '../lib/paths';
import { query, useCan } from '../lib/session/session';
import { dayText } from '../lib/time';
import { VehicleMark } from '../ui/state-mark';
import { groupIcons, useMenu } from './menu';

export interface Hit {
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

/** What the search of the shell finds for a text; `note`: what to say below the list. */
export interface Hits {
  /** with the title of its group */
  list: (Hit & { title: string })[];
  note: string | null;
}
/** Draws nothing: the field shows and walks the list. */
export const FindHits = memo(({ text, onHits }: { text: string; onHits: (hits: Hits) => void }) => {
  const hits = useHits(text);
  useEffect(() => onHits(hits));
  return null;
});

function useHits(text: string): Hits {
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
  return { list: list.map((hit) => ({ ...hit, title: t(groupTitles[hit.group]) })), note };
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
        <chakra.span maxW={{ base: '220px', lg: '320px' }} truncate>
          {hit.kind === 'part' ? (language === 'ko' ? hit.nameKo : hit.nameEn) : hit.title}
        </chakra.span>
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
