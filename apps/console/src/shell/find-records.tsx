import { chakra } from '@chakra-ui/react';
import {
  type ContentHit,
  infoCheck,
  type InfoHits,
  type InfoKind,
  minInfoCheck,
  minSearch,
} from '@headland/contracts/info-check';
import type { Language } from '@headland/i18n/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Building2,
  CircleUserRound,
  Cpu,
  MessageCircleQuestion,
  MessageSquareText,
  Package,
  Sparkles,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type Translate, useI18n } from '../lib/i18n';
import { toRecord } from '../lib/paths';
import { phoneText } from '@headland/domain/phone-text';
import { query, useCan } from '../lib/session/session';
import { dayText } from '../lib/time';
import { useSettled } from '../lib/use-settled';
import { VehicleMark } from '../ui/state-mark';

/** A line of the search: what it says and what it opens or does. */
export interface Hit {
  key: string;
  group: keyof typeof groupTitles;
  /** an address, the content of a card, or an act */
  opens: string | { kind: InfoKind; id: number } | (() => void);
  line: ReactNode;
  note: ReactNode;
}
export const groupTitles = {
  recent: 'search.recent',
  act: 'search.acts',
  screen: 'search.screens',
  vehicle: 'search.vehicles',
  device: 'search.devices',
  customer: 'search.customers',
  organization: 'search.organizations',
  member: 'search.members',
  notice: 'screen.notice',
  faq: 'screen.faq',
  post: 'screen.post',
  shopBanner: 'screen.shopBanner',
  part: 'screen.partDisplay',
  banner: 'search.banners',
  question: 'search.questions',
} as const;

export interface FoundRecords {
  list: Hit[];
  /** more is found by a longer text */
  hint: boolean;
  /** what was asked for is answered */
  settled: boolean;
  failed: boolean;
}

/** What the server finds, once the typing pauses. */
export function useRecords(text: string): FoundRecords {
  const { t, language } = useI18n();
  const can = useCan();
  const asked = useSettled(text, 150);
  const searchable = asked.length >= minSearch;
  const { data, isFetching, error } = useQuery({
    ...query(infoCheck.find, { query: { text: asked } }),
    enabled: searchable,
    placeholderData: keepPreviousData,
  });
  const long = text.length >= minInfoCheck;
  const found = searchable && text.length >= minSearch && data !== undefined ? data : null;
  return {
    list: found === null ? [] : hitsOf(t, language, long ? found : withoutLookUp(found)),
    hint: !long && can('infoCheck:R'),
    settled: asked === text && !isFetching,
    failed: error !== null && searchable,
  };
}

/** While a text is shortened again, what is only found by a longer one goes at once. */
const withoutLookUp = (hits: InfoHits): InfoHits => ({ ...hits, vehicles: [], devices: [], customers: [] });

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;
const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');

const hitsOf = (t: Translate, language: Language, hits: InfoHits): Hit[] => [
  ...hits.vehicles.map((v): Hit => ({
    key: `vehicle-${v.id}`,
    group: 'vehicle',
    opens: { kind: 'vehicle', id: v.id },
    line: (
      <>
        <VehicleMark state={v.state} />
        <b className="num">{v.vin}</b>
      </>
    ),
    note: joined([v.model, v.deviceId, t(`state.${v.state}`)]),
  })),
  ...hits.devices.map((d): Hit => ({
    key: `device-${d.id}`,
    group: 'device',
    opens: { kind: 'device', id: d.id },
    line: (
      <>
        <Cpu {...icon} />
        <span className="num">{d.deviceId}</span>
      </>
    ),
    note: joined([d.sim, d.activation, d.vin]),
  })),
  ...hits.customers.map((c): Hit => ({
    key: `customer-${c.id}`,
    group: 'customer',
    opens: { kind: 'customer', id: c.id },
    line: (
      <>
        <UserRound {...icon} />
        {c.name}
      </>
    ),
    note: joined([c.phone, t('search.owns', { n: c.vehicles })]),
  })),
  ...hits.organizations.map((o): Hit => ({
    key: `organization-${o.id}`,
    group: 'organization',
    opens: `/organization?org=${o.id}`,
    line: (
      <>
        <Building2 {...icon} />
        {o.name}
      </>
    ),
    note: joined([t(`groupType.${o.type}`), o.parent]),
  })),
  ...hits.members.map((m): Hit => ({
    key: `member-${m.id}`,
    group: 'member',
    opens: `/organization?tab=users&user=${m.id}`,
    line: (
      <>
        <CircleUserRound {...icon} />
        {m.name}
      </>
    ),
    note: joined([m.loginId, m.phone && phoneText(m.phone), m.organization]),
  })),
  ...hits.content.map((hit) => contentHit(hit, language)),
  ...hits.banners.map((b): Hit => ({
    key: `banner-${b.id}`,
    group: 'banner',
    opens: `/gptBanner?id=${b.id}`,
    line: (
      <>
        <Sparkles {...icon} />
        {b.name}
      </>
    ),
    note: t(`gptBannerStatus.${b.status}`),
  })),
  ...hits.questions.map((q): Hit => ({
    key: `question-${q.id}`,
    group: 'question',
    // beside the other questions of its customer, however old they are
    opens: `/gptChatData?customerId=${q.customer.id}&id=${q.id}`,
    line: (
      <>
        <MessageCircleQuestion {...icon} />
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
  shopBanner: '/shopBanner',
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
        <Icon {...icon} />
        <chakra.span maxW={{ base: '220px', lg: '320px' }} truncate>
          {hit.kind === 'part' ? (language === 'ko' ? hit.nameKo : hit.nameEn) : hit.title}
        </chakra.span>
      </>
    ),
    note: hit.kind === 'part' ? <span className="num">{hit.code}</span> : null,
  };
}
