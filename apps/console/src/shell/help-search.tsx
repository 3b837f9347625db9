import { chakra } from '@chakra-ui/react';
import type { HelpTopic } from '@headland/i18n/help/topics';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { useCan } from '../lib/session/session';
import { TextField } from '../ui/field';
import { fitOf, fits } from './find-match';
import { Said } from './help-text';
import { useNavigation } from './navigation';

const mostFound = 12;

/** Finds tasks of all screens that the member may see, by their title or an everyday name; else shows the children. */
export function HelpSearch({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const found = useTopics(text.trim());
  return (
    <>
      <TextField label={t('help.search')} type="search" maxLength={40} value={text} onChange={setText} />
      {text.trim() === '' ? (
        children
      ) : (
        <>
          <chakra.p role="status" textStyle="small" color="ink3">
            {found && t('help.found', { n: found.length })}
          </chakra.p>
          <chakra.ul listStyleType="none" display="grid" gap="1">
            {found?.slice(0, mostFound).map(({ id, title, screen }) => (
              <li key={id}>
                <Link
                  to="."
                  search={(old: Record<string, unknown>) => ({ ...old, panel: 'help', topic: id })}
                  // Close leads to the screen, not to what was read before
                  replace
                  state={(old) => old}
                  onClick={() => setText('')}
                >
                  <chakra.span
                    display="flex"
                    flexDirection="column"
                    justifyContent="center"
                    minH={{ base: '44px', md: '9' }}
                    px="2"
                    mx="-2"
                    borderRadius="control"
                    _hover={{ bg: 'hover' }}
                  >
                    <chakra.span color="accent" fontWeight="500">
                      <Said text={title} />
                    </chakra.span>
                    <chakra.span textStyle="small" color="ink3">
                      {t(screen)}
                    </chakra.span>
                  </chakra.span>
                </Link>
              </li>
            ))}
          </chakra.ul>
        </>
      )}
    </>
  );
}

/** Undefined until they are loaded. */
function useTopics(text: string) {
  const { t } = useI18n();
  const can = useCan();
  const { screens } = useNavigation();
  const { data } = useQuery({
    queryKey: ['help', 'topics'],
    queryFn: async () => (await import('@headland/i18n/help/topics')).helpTopics(),
    enabled: text !== '',
    staleTime: Infinity,
  });
  const fit = (topic: HelpTopic, title: string): number | null => {
    const names = [topic.title.ko, topic.title.en, title, ...topic.words.ko.split(', '), ...topic.words.en.split(', ')];
    // each word fits a name in some language; the whole says how well
    const all = text.split(/\s+/u).every((word) => fitOf(word, names) !== null);
    return fitOf(text, names) ?? (all ? fits.typo : null);
  };
  return data
    ?.flatMap((topic) => {
      const screen = screens.find(({ path, permission }) => path === topic.path && can(permission));
      const found = screen ? fit(topic, t(screen.title)) : null;
      return screen && found !== null ? [{ ...topic, screen: screen.title, found }] : [];
    })
    .sort((a, b) => a.found - b.found);
}
