import { chakra, Flex } from '@chakra-ui/react';
import type { InfoKind } from '@headland/contracts/info-check';
import { useNavigate } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { useCan } from '../lib/session/session';
import { Kbd } from '../ui/kbd';
import { part } from '../lib/screen';
import type { Hit, Hits } from './find-hits';

// after the first drawing: they know what all slices answer
const FindHits = part(() => import('./find-hits').then((m) => m.FindHits));
const InfoCardDialog = part(() => import('./info-card').then((m) => m.InfoCardDialog));

const noHits: Hits = { list: [], note: null };

/**
 * Ctrl+K: any screen by its name and, with permission, what a caller reads out: a VIN, a device ID, a SIM or activation
 * number, a name, a phone, words of a banner or a question (from three characters), a publication or a part of the shop
 * (from two). A hit opens its card or its screen.
 */
export function Find() {
  const t = useT();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [card, setCard] = useState<{ kind: InfoKind; id: number } | null>(null);
  const [hits, setHits] = useState<Hits>(noHits);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const placeholder = t(useCan()('infoCheck:R') ? 'shell.search' : 'shell.searchAllScreens');

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
                  {hit.title}
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
      <Suspense fallback={null}>
        {drawn && <FindHits text={text.trim()} onHits={setHits} />}
        {card && <InfoCardDialog {...card} onClose={() => setCard(null)} />}
      </Suspense>
    </chakra.div>
  );
}
