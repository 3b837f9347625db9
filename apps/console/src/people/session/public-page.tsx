import { chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, Clock } from 'lucide-react';
import { type ReactNode, type SubmitEventHandler, useEffect } from 'react';
import { useT } from '../../lib/i18n';
import { BrandMark } from '../../ui/brand';
import { StateMark } from '../../ui/state-mark';
import { Segmented } from '../../ui/tabs';
import { LoginBackground } from './login-background';
import { useConfig } from '../../lib/session/member';
import { useStored } from '../../lib/session/store';

/** A page before the login: one card in the middle, the language above it, the version below. `title` is the document's. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  const config = useConfig();
  const [language, setLanguage] = useStored('language');
  useEffect(() => {
    document.title = `${title} · Headland`;
  }, [title]);
  return (
    <chakra.div h="full" overflowY="auto" pos="relative">
      <LoginBackground />
      <chakra.header pos="absolute" right={{ base: '4', md: '6' }} top="5" zIndex="sticky">
        <Segmented
          label={t('shell.language')}
          value={language}
          onChange={setLanguage}
          choices={[
            { value: 'ko', label: '한국어' },
            { value: 'en', label: 'English' },
          ]}
        />
      </chakra.header>
      <chakra.div minH="full" display="flex" flexDirection="column" pos="relative">
        <chakra.main
          flex="1"
          display="flex"
          flexDirection="column"
          alignItems="center"
          justifyContent="center"
          px="4"
          pt="16"
          pb="6"
        >
          {children}
        </chakra.main>
        <chakra.footer minH="5" mb="5" flexShrink={0} textAlign="center" textStyle="small" color="ink3">
          {config && t('shell.version', { version: config.version })}
        </chakra.footer>
      </chakra.div>
    </chakra.div>
  );
}

interface CardProps {
  /** the page's heading; without one the brand is it */
  title?: string;
  text?: ReactNode;
  width?: string;
  onSubmit?: () => void;
  children: ReactNode;
}
/** The card of such a page: a form where it sends something. */
export function PublicCard({ title, text, width = '400px', onSubmit, children }: CardProps) {
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    onSubmit?.();
  };
  const brand = (
    <>
      <BrandMark size={title === undefined ? 28 : 20} />
      Headland
    </>
  );
  return (
    <chakra.form
      onSubmit={submit}
      noValidate
      aria-label={title ?? 'Headland'}
      w="full"
      style={{ maxWidth: width }}
      p={{ base: '5', md: '8' }}
      bg="surface"
      borderRadius="card"
      boxShadow="high"
      display="flex"
      flexDirection="column"
      gap="4"
    >
      {title === undefined ? (
        <Flex
          as="h1"
          align="center"
          gap="2.5"
          fontSize="22px"
          lineHeight="28px"
          fontWeight="700"
          letterSpacing="-.02em"
          mb="1"
        >
          {brand}
        </Flex>
      ) : (
        <chakra.div>
          <Flex align="center" gap="2" textStyle="strong" fontWeight="700" color="ink2" letterSpacing="-.01em" mb="4">
            {brand}
          </Flex>
          <chakra.h1 textStyle="head" letterSpacing="-.02em">
            {title}
          </chakra.h1>
          {text !== undefined && (
            <chakra.p textStyle="dense" color="ink2" mt="1.5">
              {text}
            </chakra.p>
          )}
        </chakra.div>
      )}
      {children}
    </chakra.form>
  );
}

/** Why the page was opened, a success, or an error. An error is announced assertively, the others politely. */
export function Notice({ kind, children }: { kind: 'info' | 'good' | 'bad'; children: ReactNode }) {
  const bad = kind === 'bad';
  return (
    <Flex
      role={bad ? 'alert' : 'status'}
      gap="2"
      align="flex-start"
      px="3"
      py="2.5"
      borderRadius="control"
      border="1px solid"
      textStyle="dense"
      bg={bad ? 'now.soft' : 'sunken'}
      borderColor={bad ? 'now.line' : 'line'}
      color={bad ? 'now.ink' : 'ink2'}
    >
      <chakra.span display="inline-flex" pt={bad ? '4px' : '1px'} flexShrink={0}>
        {bad ? (
          <StateMark state="now" />
        ) : kind === 'good' ? (
          <CircleCheck size={16} strokeWidth={1.5} />
        ) : (
          <Clock size={16} strokeWidth={1.5} />
        )}
      </chakra.span>
      <chakra.span minW="0" overflowWrap="anywhere">
        {children}
      </chakra.span>
    </Flex>
  );
}

/** Where else one can go from here. */
export const PublicLinks = chakra('nav', {
  base: {
    display: 'flex',
    justifyContent: 'center',
    flexWrap: 'wrap',
    columnGap: '4',
    textStyle: 'body',
    color: 'accent',
    '& a': { py: '1.5', borderRadius: 'chip', _hover: { color: 'accentHover', textDecoration: 'underline' } },
  },
});
