import type { Language } from '@headland/i18n/messages';
import { useEffect, useSyncExternalStore } from 'react';
import { useStored } from './session/store';
import { useMedia } from './use-media';

type Theme = 'light' | 'dark';
/** Fixed by the page that is open, over what this browser's console is set to, the system and paper: the wall's. */
interface Look {
  theme?: Theme | undefined;
  language?: Language | undefined;
}
const open: Look = {};
let fixed = open;
const listeners = new Set<() => void>();
const fix = (look: Look): void => {
  fixed = look;
  for (const f of listeners) f();
};
function subscribe(f: () => void): () => void {
  listeners.add(f);
  return () => listeners.delete(f);
}

/** For as long as the page is there; the entry applies it. */
export function useFixedLook({ theme, language }: Look): void {
  useEffect(() => fix({ theme, language }), [theme, language]);
  useEffect(() => () => fix(open), []);
}

/** On the screen: what the page fixes, else the chosen one, or the system's, also when that changes in the evening. Paper is light. */
export function useLook(): { theme: Theme; language: Language } {
  const [theme] = useStored('theme');
  const [language] = useStored('language');
  const dark = useMedia('(prefers-color-scheme: dark)', false);
  const printed = useMedia('print', false);
  const page = useSyncExternalStore(subscribe, () => fixed);
  return {
    theme: page.theme ?? (printed ? 'light' : theme === 'system' ? (dark ? 'dark' : 'light') : theme),
    language: page.language ?? language,
  };
}

export const useTheme = (): Theme => useLook().theme;
