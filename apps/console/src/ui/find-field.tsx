import { chakra, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { Control, type FieldProps, Frame, insideCss } from './field-frame';

export interface Hit {
  id: string;
  label: string;
  note?: ReactNode;
}
interface FindProps extends Omit<FieldProps, 'onChange' | 'end'> {
  /** the label of the value while no search is active; '' for none */
  shown: string;
  placeholder?: string;
  /** what the text that is typed finds; the last answer stays until the next one is there */
  hits: readonly Hit[];
  busy?: boolean;
  onFind: (text: string) => void;
  onChange: (value: string, hit: Hit | null) => void;
}

/** A field that is filled by finding a record: type a part of it, choose with ↑↓ and Enter, empty it with the cross. */
export function FindField({ shown, hits, busy = false, onFind, onChange, placeholder, ...field }: FindProps) {
  const { t } = useI18n();
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const open = text !== null && field.disabled !== true;
  const found = hits.map((h) => h.id).join(' ');
  useEffect(() => setAt(0), [found]);

  const choose = (hit: Hit | null): void => {
    setText(null);
    onChange(hit?.id ?? '', hit);
  };
  const begin = (): void => {
    if (text !== null) return;
    setText('');
    onFind('');
  };
  const key = (event: KeyboardEvent): void => {
    // it ends a syllable of a Korean name
    if (event.nativeEvent.isComposing) return;
    if (!open && (event.key === 'ArrowDown' || event.key === 'Enter')) begin();
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Escape' && open) setText(null);
    else if (event.key === 'Enter') {
      // neither a hit of what was typed before, nor the form
      if (!busy && hits[at]) choose(hits[at]);
    } else return;
    event.preventDefault();
  };
  const hit = hits[at];
  return (
    <Frame {...field} choice onChange={() => undefined}>
      {(a11y) => (
        <chakra.div pos="relative">
          <Control large={field.large} bad={field.error !== undefined} disabled={field.disabled}>
            <chakra.input
              {...a11y}
              ref={input}
              {...insideCss}
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={open && hit ? `${listId}-${hit.id}` : undefined}
              autoComplete="off"
              maxLength={20}
              name={field.name}
              disabled={field.disabled}
              placeholder={shown === '' || open ? placeholder : undefined}
              value={text ?? shown}
              onFocus={begin}
              onClick={begin}
              onBlur={() => {
                setText(null);
                field.onBlur?.();
              }}
              onChange={(e) => {
                setText(e.target.value);
                onFind(e.target.value);
              }}
              onKeyDown={key}
            />
            {field.value !== '' && field.disabled !== true && (
              <chakra.button
                type="button"
                aria-label={t('find.clear', { label: field.label })}
                color="ink3"
                display="inline-grid"
                placeItems="center"
                w="6"
                h="6"
                borderRadius="chip"
                _hover={{ bg: 'hover', color: 'ink' }}
                onMouseDown={(e) => e.preventDefault()}
                onClick={() => {
                  choose(null);
                  input.current?.blur();
                }}
              >
                <X size={14} />
              </chakra.button>
            )}
          </Control>
          {open && (
            <chakra.ul
              id={listId}
              role="listbox"
              aria-label={field.label}
              aria-busy={busy}
              pos="absolute"
              top="calc(100% + 4px)"
              left="0"
              right="0"
              maxH="280px"
              overflowY="auto"
              m="0"
              p="0"
              py="1"
              listStyleType="none"
              bg="raised"
              borderRadius="card"
              boxShadow="high"
              zIndex="popover"
            >
              {hits.map((h, i) => (
                <chakra.li
                  key={h.id}
                  id={`${listId}-${h.id}`}
                  role="option"
                  aria-selected={i === at}
                  px="3"
                  py="1.5"
                  cursor="pointer"
                  bg={i === at ? 'selected' : undefined}
                  _hover={{ bg: 'hover' }}
                  onMouseDown={(e) => e.preventDefault()}
                  onClick={() => {
                    choose(h);
                    input.current?.blur();
                  }}
                >
                  <Flex gap="3" align="baseline" textStyle="dense">
                    <chakra.span className="num" fontWeight="500">
                      {h.label}
                    </chakra.span>
                    <chakra.span
                      color="ink3"
                      textStyle="small"
                      flex="1"
                      textAlign="right"
                      minW="0"
                      overflow="hidden"
                      textOverflow="ellipsis"
                      whiteSpace="nowrap"
                    >
                      {h.note}
                    </chakra.span>
                  </Flex>
                </chakra.li>
              ))}
              {hits.length === 0 && (
                <chakra.li role="presentation" px="3" py="2" color="ink3" textStyle="dense">
                  {busy ? t('common.loading') : t('find.none')}
                </chakra.li>
              )}
            </chakra.ul>
          )}
        </chakra.div>
      )}
    </Frame>
  );
}
