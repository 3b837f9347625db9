import { chakra, Flex } from '@chakra-ui/react';
import type { Language } from '@headland/i18n/messages';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createCaller } from '../../lib/call';
import { TextProvider, useT } from '../../lib/i18n';
import { BrandMark } from '../../ui/brand';
import { Segmented } from '../../ui/tabs';

/**
 * The frame of the pages that the customers' app opens in its web view: no shell, no session of staff, no store. Mobile first from 360 px, text of 16 px,
 * targets of 44 px, no hover. The language is the address's (`?lang=`), else the device's; light and dark follow the app.
 */
export function EmbeddedPage({
  title,
  children,
}: {
  title: string | ((language: Language) => string);
  children: (caller: Caller, language: Language) => ReactNode;
}) {
  const [language, setLanguage] = useState(languageOf);
  const caller = useMemo(() => callerOf(language), [language]);
  const named = typeof title === 'string' ? title : title(language);
  useAppTheme();
  useEffect(() => {
    document.title = `${named} · Headland`;
    document.documentElement.lang = language;
  }, [named, language]);
  return (
    <TextProvider language={language}>
      <chakra.div h="full" overflowY="auto" bg="ground" color="ink" fontSize="16px" lineHeight="24px">
        <chakra.div maxW="560px" minH="full" mx="auto" px="4" pb="8" display="flex" flexDirection="column">
          <Bar language={language} onLanguage={setLanguage} />
          <chakra.main flex="1" display="flex" flexDirection="column" gap="4" minW="0">
            {children(caller, language)}
          </chakra.main>
        </chakra.div>
      </chakra.div>
    </TextProvider>
  );
}

function Bar({ language, onLanguage }: { language: Language; onLanguage: (language: Language) => void }) {
  const t = useT();
  return (
    <Flex
      as="header"
      align="center"
      gap="2"
      py="3"
      minH="14"
      css={{ '& button': { minHeight: '44px', minWidth: '44px', fontSize: '16px' } }}
    >
      <BrandMark size={22} />
      <chakra.b flex="1">Headland</chakra.b>
      <Segmented
        label={t('embedded.language')}
        value={language}
        onChange={onLanguage}
        choices={[
          { value: 'ko', label: '한국어' },
          { value: 'en', label: 'English' },
        ]}
      />
    </Flex>
  );
}

/** A card of such a page. */
export const EmbeddedCard = chakra('section', {
  base: { bg: 'surface', border: '1px solid', borderColor: 'line', borderRadius: 'card', p: '5', minW: '0' },
});

export type Caller = ReturnType<typeof createCaller>;
/** Nobody is signed in here, whoever uses the console in the same browser. */
const callerOf = (language: Language): Caller =>
  createCaller({
    access: () => null,
    refresh: () => null,
    took: () => undefined,
    renew: () => Promise.resolve(),
    ended: () => undefined,
    language: () => language,
  });

function languageOf(): Language {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === 'ko' || asked === 'en') return asked;
  return navigator.language.toLowerCase().startsWith('ko') ? 'ko' : 'en';
}

/** The web view tells the app's choice as the browser's; the console's own, in the same browser, comes back with it. */
function useAppTheme(): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = root.dataset.theme;
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = (): void => void (root.dataset.theme = dark.matches ? 'dark' : 'light');
    follow();
    dark.addEventListener('change', follow);
    return () => {
      dark.removeEventListener('change', follow);
      if (before !== undefined) root.dataset.theme = before;
    };
  }, []);
}
