import { sosAlerts } from '@headland/contracts/sos';
import type { MessageKey } from '@headland/i18n/catalogue';
import { useNavigate } from '@tanstack/react-router';
import {
  Bell,
  BellRing,
  CircleQuestionMark,
  Globe,
  KeyRound,
  Link2,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorPlay,
  Moon,
  Plus,
  Printer,
  Sun,
  UserRound,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { serverNow } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { languageNames } from '../lib/language-names';
import { kioskKey } from '../lib/session/kiosk-key';
import { useCan } from '../lib/session/session';
import { useStored } from '../lib/session/store';
import { useStill } from '../lib/use-still';
import { copyText } from '../ui/copy-text';
import { useAction } from '../ui/use-action';
import { fitting, type Fitting } from './find-pages';
import { actWords } from './find-words';
import { useNavigation } from './navigation';
import { usePanel } from './panel-host';
import { useRaisedSos } from './raised-sos';
import { muteMs } from './sos-bar';

/** The forms of a new record, by the page whose right they need; all of them are screens, which ask before they save. */
export const registrations = [
  ['/customerRegi/0', 'customer.new'],
  ['/modelRegi/0', 'model.new'],
  ['/noticeRegi/0', 'notice.new'],
  ['/faqRegi/0', 'faq.new'],
  ['/postRegi/0', 'post.new'],
  ['/gptBannerRegi', 'gptBanner.new'],
  ['/categoryModi/0', 'category.new'],
  ['/shopBannerModi/0', 'shopBanner.new'],
  ['/partDisplayModi/0', 'part.new'],
  ['/reProgramRollOutRegi/0', 'rollOut.new'],
] as const satisfies readonly (readonly [string, MessageKey])[];
/** Panels of a page. */
const more = [
  ['/organization?org=0', 'organization.new'],
  ['/organization?user=0', 'user.new'],
] as const;

interface Act {
  key: string;
  name: string;
  words: string;
  icon: LucideIcon;
  note?: string;
  opens: string | (() => void);
}

/**
 * What one can do from anywhere, as far as the member may. Nothing here changes a machine, a record or a right: such an
 * act has its screen. An SOS is acknowledged as in the bar, by the name of its vehicle, and is opened with it, so that it is read.
 */
export function useActs(text: string, onLogOut: () => void): Fitting[] {
  const acts = [...useSosActs(), ...useNewActs(), ...useDeskActs(onLogOut)];
  return acts.flatMap(({ key, name, words, icon: Icon, note, opens }) => {
    const fit = text === '' ? null : fitting(text, [name, ...words.split(', ')]);
    if (text !== '' && fit === null) return [];
    const line = (
      <>
        <Icon size={15} strokeWidth={1.6} aria-hidden />
        {name}
      </>
    );
    return [{ hit: { key: `act-${key}`, group: 'act' as const, opens, line, note: note ?? null }, fit }];
  });
}

function useSosActs(): Act[] {
  const { t, of } = useI18n();
  const navigate = useNavigate();
  const may = useCan()(sosAlerts.acknowledge.allow);
  const { alerts } = useRaisedSos(may);
  const acknowledge = useAction(sosAlerts.acknowledge, {
    success: ({ vehicle }) => t('sosBar.acknowledged', { vin: vehicle.vin }),
  });
  const [mutedUntil, setMutedUntil] = useStored('mutedUntil');
  const [sos] = alerts;
  const still = useStill(String(sos?.id));
  if (!may) return [];
  const muted = mutedUntil > serverNow();
  const mute: Act = {
    key: 'mute',
    name: t(muted ? 'sosBar.unmute' : 'sosBar.mute'),
    words: actWords.mute,
    icon: muted ? Volume2 : VolumeX,
    opens: () => setMutedUntil(muted ? 0 : serverNow() + muteMs),
  };
  if (sos === undefined) return [mute];
  return [
    {
      key: 'acknowledge',
      name: t(still ? 'search.act.acknowledge' : 'search.act.openSos', { vin: sos.vehicle.vin }),
      words: actWords.acknowledge,
      icon: BellRing,
      note: [t(`sosType.${sos.type}`), sos.place ? of(sos.place) : t('sosBar.noPlace')].join(' · '),
      opens: () => {
        // one that has just taken the place of another is only opened
        if (still) acknowledge.run({ params: { id: sos.id } });
        void navigate({ to: '/sos', search: { id: String(sos.id) } });
      },
    },
    mute,
  ];
}

function useNewActs(): Act[] {
  const { t } = useI18n();
  const can = useCan();
  const { screenAt } = useNavigation();
  const act = ([address, name]: readonly [string, MessageKey]): Act => ({
    key: address.slice(1).replaceAll(/\W+/gu, '-'),
    name: t(name),
    words: actWords.create,
    icon: Plus,
    opens: address,
  });
  const may = ([address]: readonly [string, MessageKey]): boolean => {
    const screen = screenAt(address);
    return screen !== undefined && can(screen.permission);
  };
  return [...registrations.filter(may), ...(can('organization:C') ? more : [])].map(act);
}

function useDeskActs(onLogOut: () => void): Act[] {
  const { t } = useI18n();
  const can = useCan();
  const panel = usePanel();
  const [theme, setTheme] = useStored('theme');
  const [language, setLanguage] = useStored('language');
  const other = language === 'ko' ? 'en' : 'ko';
  const themes = (['light', 'dark', 'system'] as const).filter((one) => one !== theme);
  // a browser that is no display yet gets its address there
  const isDisplay = localStorage.getItem(kioskKey) !== null;
  const wall = isDisplay ? () => void window.open('/wall', '_blank') : '/memberHistory?tab=kiosks';
  const icons = { light: Sun, dark: Moon, system: Monitor };
  const row = (key: keyof typeof actWords, name: string, icon: LucideIcon, opens: Act['opens']): Act => ({
    ...{ key, name, icon, opens },
    words: actWords[key],
  });
  return [
    ...themes.map((one) => row(one, t(`search.act.${one}`), icons[one], () => setTheme(one))),
    row('language', t('search.act.language', { language: languageNames[other] }), Globe, () => setLanguage(other)),
    row('notifications', t('shell.notifications'), Bell, () => panel.open('notifications')),
    row('copyLink', t('search.act.copyLink'), Link2, () => void copyText(window.location.href, t)),
    // the list of what was found is not on the paper
    row('print', t('search.act.print'), Printer, () => void setTimeout(() => window.print())),
    row('help', t('common.help'), CircleQuestionMark, () => panel.open('help')),
    ...(can('administrator:R') ? [row('wall', t('search.act.wall'), MonitorPlay, wall)] : []),
    row('myInfo', t('myInfo.title'), UserRound, () => panel.open('myInfo')),
    row('password', t('password.title'), KeyRound, () => panel.open('password')),
    row('logout', t('shell.logout'), LogOut, onLogOut),
  ];
}
