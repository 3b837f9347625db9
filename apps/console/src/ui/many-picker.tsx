import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { useT } from '../lib/i18n';
import { Button } from './button';

interface Props<V extends string> {
  label: string;
  values: readonly V[];
  options: readonly { value: V; label: string }[];
  onChange: (values: V[]) => void;
  trigger: ReactElement;
}
/** Several of a long list, found by a part of their names. ↓ goes from the search into the list, Space and Enter tick. */
export function ManyPicker<V extends string>({ label, values, options, onChange, trigger }: Props<V>) {
  const t = useT();
  const [find, setFind] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = find.trim().toLowerCase();
  const hits = options.filter((o) => o.label.toLowerCase().includes(wanted));
  const turn = (value: V): void =>
    onChange(values.includes(value) ? values.filter((v) => v !== value) : [...values, value]);
  const all = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const at = all().indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: hits.length - 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      const hit = hits[at];
      if (hit) turn(hit.value);
    } else if (to === undefined) return;
    else if (to < 0) input.current?.focus();
    else all()[Math.min(to, hits.length - 1)]?.focus();
    event.preventDefault();
  };
  return (
    <Popover.Root
      positioning={{ placement: 'bottom-start', gutter: 4 }}
      initialFocusEl={() => input.current}
      onOpenChange={() => setFind('')}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Portal>
        <Popover.Positioner zIndex="popover">
          <Popover.Content
            aria-label={label}
            w="min(320px, calc(100vw - 32px))"
            maxH="min(420px, 70vh)"
            display="flex"
            flexDirection="column"
            bg="raised"
            color="ink"
            borderRadius="card"
            boxShadow="high"
            outline="0"
            overflow="hidden"
            zIndex="popover"
          >
            <Flex
              align="center"
              gap="2"
              px="3"
              h="10"
              flexShrink={0}
              borderBottom="1px solid"
              borderColor="line"
              color="ink3"
            >
              <Search size={14} aria-hidden />
              <chakra.input
                ref={input}
                flex="1"
                minW="0"
                h="full"
                border="0"
                outline="0"
                bg="transparent"
                color="ink"
                textStyle="dense"
                aria-label={t('filter.find')}
                placeholder={t('filter.find')}
                maxLength={40}
                value={find}
                onChange={(e) => setFind(e.target.value)}
                onKeyDown={(e) => {
                  // it ends a syllable of a Korean name
                  if (e.nativeEvent.isComposing) return;
                  const [only] = hits;
                  if (e.key === 'ArrowDown') all()[0]?.focus();
                  else if (e.key === 'Enter' && hits.length === 1 && only) turn(only.value);
                  else if (e.key !== 'Enter') return;
                  e.preventDefault();
                }}
              />
            </Flex>
            <chakra.div
              ref={list}
              role="listbox"
              aria-label={label}
              aria-multiselectable
              flex="1"
              minH="0"
              overflowY="auto"
              py="1"
              onKeyDown={keys}
            >
              {hits.map((o, i) => {
                const on = values.includes(o.value);
                return (
                  <chakra.div
                    key={o.value}
                    role="option"
                    aria-selected={on}
                    tabIndex={i === 0 ? 0 : -1}
                    css={optionCss}
                    onClick={() => turn(o.value)}
                  >
                    <chakra.span
                      w="4"
                      h="4"
                      flexShrink={0}
                      display="grid"
                      placeItems="center"
                      borderRadius="3px"
                      border="1px solid"
                      borderColor={on ? 'accent' : 'lineControl'}
                      bg={on ? 'accent' : 'surface'}
                      color="onAccent"
                    >
                      {on && <Check size={12} aria-hidden />}
                    </chakra.span>
                    <chakra.span flex="1" minW="0" truncate>
                      {o.label}
                    </chakra.span>
                  </chakra.div>
                );
              })}
            </chakra.div>
            {hits.length === 0 && (
              <chakra.p p="4" textStyle="dense" color="ink3" textAlign="center" role="status">
                {t('tree.none')}
              </chakra.p>
            )}
            {values.length > 0 && (
              <Flex
                flexShrink={0}
                align="center"
                px="3"
                py="1.5"
                borderTop="1px solid"
                borderColor="line"
                textStyle="dense"
                color="ink2"
              >
                <chakra.span flex="1">{t('common.selectedCount', { n: values.length })}</chakra.span>
                <Button kind="link" onClick={() => onChange([])}>
                  {t('common.reset')}
                </Button>
              </Flex>
            )}
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

const optionCss = {
  display: 'flex',
  alignItems: 'center',
  gap: '8px',
  minHeight: '32px',
  px: '12px',
  cursor: 'pointer',
  font: '400 13px/18px var(--font)',
  outline: 0,
  '&:hover, &:focus-visible': { background: 'var(--hover)' },
  '&:focus-visible': { boxShadow: 'inset 0 0 0 2px var(--focus)' },
} as const;
