import { chakra, Flex } from '@chakra-ui/react';
import { vehicles } from '@headland/contracts/vehicle';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/text';
import { query, useCan } from '../session/session';
import { Kbd } from '../ui/kbd';
import { VehicleMark } from '../ui/state-mark';
import { groupIcons, useMenu } from './menu';

interface Hit {
  key: string;
  group: 'screens' | 'vehicles';
  to: string;
  params?: Record<string, string>;
  line: ReactNode;
  note: ReactNode;
}

/** Ctrl+K: any vehicle by VIN, device or customer (from three characters), and any screen by its name. */
export function Find() {
  const t = useT();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const hits = useHits(text.trim());

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
    void navigate({ to: hit.to, ...(hit.params ? { params: hit.params as never } : {}) });
  };
  const key = (event: KeyboardEvent) => {
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
          aria-label={t('shell.search')}
          aria-activedescendant={open && hits.list[at] ? `hit-${hits.list[at].key}` : undefined}
          placeholder={t('shell.search')}
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
          aria-label={t('shell.search')}
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
                  {t(hit.group === 'screens' ? 'shell.searchScreens' : 'shell.searchVehicles')}
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
                {hit.line}
                <chakra.span ml="auto" color="ink3" textStyle="small">
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
    </chakra.div>
  );
}

function useHits(text: string): { list: Hit[]; note: string | null } {
  const t = useT();
  const can = useCan();
  const menu = useMenu();
  const settled = useSettled(text, 200);
  const searchable = settled.length >= 3 && can(vehicles.find.allow);
  const { data, isFetching } = useQuery({ ...query(vehicles.find, { query: { text: settled } }), enabled: searchable, placeholderData: keepPreviousData });
  const wanted = text.toLocaleLowerCase();
  const found: Hit[] = (searchable && text.length >= 3 ? (data ?? []) : []).map((v) => ({
    key: `vehicle-${v.id}`,
    group: 'vehicles',
    to: '/statusDetail/$number',
    params: { number: String(v.id) },
    line: (
      <>
        <VehicleMark state={v.state} />
        <span className="num">{v.vin}</span>
      </>
    ),
    note: (
      <>
        {v.model}
        {v.deviceId ? ` · ${v.deviceId}` : ''} · {t(`state.${v.state}`)}
      </>
    ),
  }));
  const places: Hit[] = menu
    .flatMap(({ group, entries }) => entries.map((screen) => ({ screen, group })))
    .filter(({ screen, group }) => wanted === '' || t(screen.title).toLocaleLowerCase().includes(wanted) || t(`menu.${group}`).toLocaleLowerCase().includes(wanted))
    .map(({ screen, group }) => {
      const Icon = groupIcons[group];
      return {
        key: screen.path.slice(1),
        group: 'screens' as const,
        to: screen.path,
        line: (
          <>
            <Icon size={15} strokeWidth={1.6} />
            {t(screen.title)}
          </>
        ),
        note: t(`menu.${group}`),
      };
    });
  const list = [...found, ...places];
  const note = text.length < 3 ? t('shell.searchHint') : list.length === 0 && !isFetching && settled === text ? t('shell.searchNothing', { text }) : null;
  return { list, note };
}

function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
