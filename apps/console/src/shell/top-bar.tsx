import { chakra, Flex } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import {
  ChevronDown,
  Globe,
  KeyRound,
  LogOut,
  Menu as MenuIcon,
  Moon,
  Search,
  Sun,
  UserRound,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { clockOf } from '../lib/age';
import { useNow } from '../lib/clock';
import { useT } from '../lib/i18n';
import { languageNames } from '../lib/language-names';
import { part } from '../lib/screen';
import { useMember, useUnits } from '../lib/session/member';
import { useCan, useCurrentMember } from '../lib/session/session';
import { useStored } from '../lib/session/store';
import { useTheme } from '../lib/use-theme';
import { Button, IconButton } from '../ui/button';
import { LaterMenu } from '../ui/later-menu';
import { Segmented } from '../ui/tabs';
import { Bell } from './bell';
import { BrandMark } from '../ui/brand';
import { Find } from './find';
import { Freshness } from './freshness';
import { usePanel } from './panel-host';
import { armSound, chime, useSoundState } from '../lib/sound';

const HelpButton = part(() => import('../ui/help-button').then((m) => m.HelpButton));

/** `covered`: a panel covers the whole page of a phone, this bar, too. */
export function TopBar({
  onMenu,
  narrow = false,
  covered = false,
}: {
  onMenu: () => void;
  narrow?: boolean;
  covered?: boolean;
}) {
  const t = useT();
  const [finding, setFinding] = useState(false);
  return (
    <Flex
      as="header"
      inert={covered}
      gridRow="1"
      gridColumn="1 / -1"
      align="center"
      gap={{ base: '1', md: '2' }}
      px={{ base: '2', md: '3' }}
      h="topbar"
      bg="surface"
      borderBottom="1px solid"
      borderColor="line"
      minW="0"
    >
      <IconButton label={t('shell.menuToggle')} icon={<MenuIcon size={17} strokeWidth={1.6} />} onClick={onMenu} />
      <chakra.div
        w={{ base: 'auto', lg: '156px' }}
        flexShrink={0}
        display={{ base: finding ? 'none' : 'block', lg: 'block' }}
      >
        <Link to="/dash" aria-label="Headland" style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <BrandMark />
          <chakra.b display={{ base: 'none', md: 'inline' }} fontSize="15px" fontWeight="600" letterSpacing="-.01em">
            Headland
          </chakra.b>
        </Link>
      </chakra.div>
      <chakra.div
        display={{ base: finding ? 'block' : 'none', lg: 'block' }}
        flex={{ base: '1', lg: '0 1 auto' }}
        minW="0"
        onBlur={() => setFinding(false)}
        ref={finding ? focusInput : undefined}
      >
        <Find />
      </chakra.div>
      <chakra.span flex={finding ? '0' : '1'} />
      <chakra.span display={{ base: finding ? 'none' : 'contents', lg: 'contents' }}>
        <chakra.span display={{ base: 'inline', lg: 'none' }}>
          <IconButton
            label={t('shell.searchShort')}
            icon={<Search size={16} strokeWidth={1.6} />}
            onClick={() => setFinding(true)}
          />
        </chakra.span>
        <Freshness />
        <Sound />
        <Bell />
        {narrow && (
          <chakra.span w="control" flexShrink={0}>
            <Suspense fallback={null}>
              <HelpButton inBar />
            </Suspense>
          </chakra.span>
        )}
        <chakra.span display={{ base: 'none', md: 'contents' }}>
          <LanguageButton />
          <ThemeButton />
        </chakra.span>
        <Account />
      </chakra.span>
    </Flex>
  );
}

const focusInput = (element: HTMLElement | null) => element?.querySelector('input')?.focus();

/** Whether an SOS would be audible here. Off: one press turns it on. On: one press plays a test. */
function Sound() {
  const t = useT();
  const canReceiveSos = useCan()('sos:U');
  const state = useSoundState();
  const [mutedUntil] = useStored('mutedUntil');
  const now = useNow();
  if (!canReceiveSos) return null;
  if (state === 'blocked') {
    return (
      <Button
        kind="quiet"
        color="watch.ink"
        icon={<VolumeX size={16} strokeWidth={1.6} />}
        onClick={() => void armSound()}
        title={t('shell.soundOff')}
        aria-label={t('shell.soundOff')}
      >
        <chakra.span display={{ base: 'none', xl: 'inline' }}>{t('shell.soundOff')}</chakra.span>
      </Button>
    );
  }
  const left = Math.ceil((mutedUntil - now) / 1000);
  if (left > 0)
    return (
      <IconButton
        label={t('shell.soundMuted', { time: clockOf(left) })}
        color="watch.ink"
        icon={<VolumeX size={16} strokeWidth={1.6} />}
      />
    );
  return (
    <IconButton label={t('shell.soundTest')} icon={<Volume2 size={16} strokeWidth={1.6} />} onClick={() => chime(1)} />
  );
}

function LanguageButton() {
  const t = useT();
  const [language, setLanguage] = useStored('language');
  return (
    <LaterMenu
      trigger={
        <Button
          kind="quiet"
          px="2"
          fontWeight="400"
          title={t('shell.language')}
          icon={<Globe size={16} strokeWidth={1.6} />}
        >
          {languageNames[language]}
        </Button>
      }
    >
      {({ MenuItem }) =>
        (['ko', 'en'] as const).map((l) => (
          <MenuItem key={l} value={l} checked={l === language} onSelect={() => setLanguage(l)}>
            {languageNames[l]}
          </MenuItem>
        ))
      }
    </LaterMenu>
  );
}

function ThemeButton() {
  const t = useT();
  const [, setTheme] = useStored('theme');
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      label={t(dark ? 'shell.themeToLight' : 'shell.themeToDark')}
      icon={dark ? <Moon size={16} strokeWidth={1.6} /> : <Sun size={16} strokeWidth={1.6} />}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}

const LogOutDialog = part(() => import('./log-out').then((m) => m.LogOutDialog));

function Account() {
  const t = useT();
  const me = useCurrentMember();
  const member = useMember();
  const units = useUnits();
  const [, setUnits] = useStored('units');
  const [language, setLanguage] = useStored('language');
  const [theme, setTheme] = useStored('theme');
  const panel = usePanel();
  const [leaving, setLeaving] = useState(false);
  const name = member?.name ?? me?.name ?? '';
  return (
    <>
      <LaterMenu
        trigger={
          <Button kind="quiet" px="1.5" fontWeight="400" data-opens="myInfo password">
            <chakra.span
              aria-hidden
              w="26px"
              h="26px"
              borderRadius="50%"
              bg="hover"
              border="1px solid"
              borderColor="line"
              display="grid"
              placeItems="center"
              font="600 11px/1 var(--font)"
              color="ink2"
            >
              {initials(name)}
            </chakra.span>
            <chakra.span display={{ base: 'none', md: 'inline' }}>{name}</chakra.span>
            <chakra.span display={{ base: 'none', md: 'inline-flex' }}>
              <ChevronDown size={13} aria-hidden />
            </chakra.span>
            <span className="sr">{t('shell.account')}</span>
          </Button>
        }
      >
        {({ MenuItem, MenuLine, MenuNote }) => (
          <>
            <MenuNote>
              <chakra.b display="block" color="ink" textStyle="strong">
                {name}
              </chakra.b>
              {member && (
                <span>
                  {member.groupName} · {t(`groupType.${member.groupType}`)} · {t(`role.${member.role}`)}
                </span>
              )}
            </MenuNote>
            <MenuLine />
            <Flex px="3" py="1.5" align="center" gap="3" textStyle="dense">
              <chakra.span flex="1">{t('shell.distanceUnit')}</chakra.span>
              <Segmented
                label={t('shell.distanceUnit')}
                value={units}
                onChange={setUnits}
                choices={[
                  { value: 'km', label: t('unit.km') },
                  { value: 'mile', label: t('unit.mile') },
                ]}
              />
            </Flex>
            <Flex px="3" py="1.5" align="center" gap="3" textStyle="dense">
              <chakra.span flex="1">{t('shell.theme')}</chakra.span>
              <Segmented
                label={t('shell.theme')}
                value={theme}
                onChange={setTheme}
                choices={[
                  { value: 'light', label: t('shell.theme.light') },
                  { value: 'dark', label: t('shell.theme.dark') },
                  { value: 'system', label: t('shell.theme.system') },
                ]}
              />
            </Flex>
            <chakra.div display={{ base: 'block', md: 'none' }}>
              <MenuItem
                value="language"
                icon={<Globe size={15} />}
                onSelect={() => setLanguage(language === 'ko' ? 'en' : 'ko')}
              >
                {languageNames[language === 'ko' ? 'en' : 'ko']}
              </MenuItem>
            </chakra.div>
            <MenuLine />
            <MenuItem value="myInfo" icon={<UserRound size={15} />} onSelect={() => panel.open('myInfo')}>
              {t('myInfo.title')}
            </MenuItem>
            <MenuItem value="password" icon={<KeyRound size={15} />} onSelect={() => panel.open('password')}>
              {t('password.title')}
            </MenuItem>
            <MenuItem value="logout" icon={<LogOut size={15} />} onSelect={() => setLeaving(true)}>
              {t('shell.logout')}
            </MenuItem>
          </>
        )}
      </LaterMenu>
      <Suspense fallback={null}>{leaving && <LogOutDialog onClose={() => setLeaving(false)} />}</Suspense>
    </>
  );
}

/** Two letters of a Latin name, the family name of a Korean one. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u).filter(Boolean);
  if (/^\p{Script=Hangul}/u.test(name)) return name.trim().slice(0, 1);
  return parts
    .slice(0, 2)
    .map((w) => w[0]?.toUpperCase() ?? '')
    .join('');
}
