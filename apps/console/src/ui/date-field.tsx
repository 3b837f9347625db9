import { chakra, Popover, Portal } from '@chakra-ui/react';
import { CalendarDays } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isDay, typedDay } from '../lib/calendar';
import { useT } from '../lib/i18n';
import { Calendar } from './calendar';
import { Control, type FieldProps, Frame, insideCss } from './field-frame';

interface Props extends Omit<FieldProps, 'end'> {
  /** the last day that can be chosen in the calendar */
  last?: string;
}
/**
 * A day, typed or chosen in the calendar (Alt+↓ opens it). YYYY-MM-DD whatever the language: the browser's own field writes
 * a day as the computer's region does, which is another one than that of the console often enough.
 */
export function DateField({ last, ...field }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const { value, disabled = false } = field;
  const day = isDay(value) ? value : undefined;
  const hint = t('date.choose', { field: field.label });

  /** Left, or sent with Enter: 2026.11.5 becomes 2026-11-05. */
  const settle = (): boolean => {
    const settled = typedDay(value);
    if (settled === value) return false;
    field.onChange(settled);
    return true;
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    // to the calendar: the day is still being given
    if (box.current?.contains(relatedTarget)) return;
    if (!settle()) field.onBlur?.();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && settle()) event.preventDefault();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Frame {...field}>
      {(a11y) => (
        <chakra.div ref={box} minW="0">
          <Control large={field.large} bad={field.error !== undefined} disabled={disabled}>
            <chakra.input
              {...a11y}
              {...insideCss}
              className="num"
              inputMode="numeric"
              placeholder="YYYY-MM-DD"
              autoComplete="off"
              maxLength={14}
              name={field.name}
              value={value}
              disabled={disabled}
              onChange={(e) =>
                field.onChange(/^\d{8}$/u.test(e.target.value) ? typedDay(e.target.value) : e.target.value)
              }
              onBlur={leave}
              onKeyDown={key}
            />
            <Popover.Root
              open={open}
              onOpenChange={(e) => setOpen(e.open)}
              positioning={{ placement: 'bottom-end', gutter: 6 }}
              initialFocusEl={() => calendar.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]') ?? null}
              lazyMount
              unmountOnExit
            >
              <Popover.Trigger asChild>
                <chakra.button
                  type="button"
                  aria-label={hint}
                  title={hint}
                  disabled={disabled}
                  display="inline-grid"
                  placeItems="center"
                  w="7"
                  h="7"
                  flexShrink={0}
                  borderRadius="chip"
                  color="ink3"
                  _hover={{ bg: 'hover', color: 'ink' }}
                  _disabled={{ visibility: 'hidden' }}
                >
                  <CalendarDays size={15} aria-hidden />
                </chakra.button>
              </Popover.Trigger>
              <Portal>
                {/* above a dialog, since it may have been opened from one */}
                <Popover.Positioner zIndex="toast">
                  <Popover.Content
                    ref={calendar}
                    aria-label={hint}
                    w="280px"
                    pt="2"
                    bg="raised"
                    color="ink"
                    borderRadius="card"
                    boxShadow="high"
                    outline="0"
                    zIndex="toast"
                    onKeyDown={(e) => {
                      if (e.key !== 'Escape') return;
                      // only this closes, not the dialog or panel under it
                      e.preventDefault();
                      e.stopPropagation();
                      setOpen(false);
                    }}
                  >
                    <Calendar
                      from={day}
                      to={day}
                      {...(last === undefined ? {} : { last })}
                      onPick={(picked) => {
                        field.onChange(picked);
                        setOpen(false);
                      }}
                    />
                  </Popover.Content>
                </Popover.Positioner>
              </Portal>
            </Popover.Root>
          </Control>
        </chakra.div>
      )}
    </Frame>
  );
}
