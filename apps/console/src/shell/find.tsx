import { chakra, Flex } from '@chakra-ui/react';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { useCan } from '../lib/session/session';
import { isTyping } from '../lib/use-keys';
import { Kbd } from '../ui/kbd';
import { part } from '../lib/screen';

// after the first drawing: it knows what all slices answer
const FindPanel = part(() => import('./find-panel').then((m) => m.FindPanel));
const listId = 'find-hits';

/**
 * Ctrl+K, or `/` where no filter takes it: pages and acts by their names and, as far as the member may, what a caller reads
 * out, people and content. Esc clears the text, then closes and gives the focus back.
 */
export function Find() {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const expanded = open && active !== undefined;
  const label = t(useCan()('infoCheck:R') ? 'shell.search' : 'shell.searchAllScreens');

  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => {
      if (!opensFind(event)) return;
      event.preventDefault();
      before.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const close = useCallback((): void => {
    setOpen(false);
    setText('');
    input.current?.blur();
  }, []);
  const key = (event: KeyboardEvent) => {
    // it ends a syllable of a Korean name
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      if (text !== '') setText('');
      else {
        close();
        if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      }
    } else if (keys.current?.(event) !== true) return;
    event.preventDefault();
  };
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
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={expanded ? listId : undefined}
          aria-label={label}
          aria-activedescendant={expanded ? active : undefined}
          aria-keyshortcuts="Control+K"
          placeholder={label}
          maxLength={40}
          value={text}
          onChange={(e) => {
            setText(e.target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={key}
        />
        <Kbd display={{ base: 'none', lg: 'block' }}>Ctrl K</Kbd>
      </Flex>
      <Suspense fallback={null}>
        {drawn && <FindPanel {...{ open, close, keys, listId, label }} text={text.trim()} onActive={setActive} />}
      </Suspense>
    </chakra.div>
  );
}

/** `/` is the first filter's of a list, where there is one, and a letter where somebody types. */
function opensFind(event: globalThis.KeyboardEvent): boolean {
  const { altKey, shiftKey, defaultPrevented, target } = event;
  if (event.ctrlKey || event.metaKey) return !altKey && !shiftKey && event.code === 'KeyK';
  return (
    event.key === '/' &&
    !(altKey || defaultPrevented || isTyping(target)) &&
    document.querySelector('#main [role=search],[role=dialog][data-state=open],[role=menu][data-state=open]') === null
  );
}
