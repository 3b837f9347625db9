import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { courses, type CourseSubject } from '@headland/contracts/course';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { FilterChip } from '../../ui/filter-bar';
import type { CourseChoice } from './course-address';

interface Props {
  subject: CourseSubject;
  id: number;
  total: number;
  vehicle: CourseChoice['vehicle'];
  /** the VIN of the chosen one */
  vin: string | undefined;
  onApply: (vehicle: number | 'all') => void;
}
interface Choice {
  value: number | 'all';
  label: string;
  note: string;
}

/** One vehicle of the subject, found by a part of its VIN, or all of them. ↑↓ and Enter choose. */
export function VehiclePicker({ subject, id, total, vehicle, vin, onApply }: Props) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const all = t('course.allVehicles', { n: total });
  return (
    <Popover.Root
      open={open}
      onOpenChange={(e) => setOpen(e.open)}
      positioning={{ placement: 'bottom-start', gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <FilterChip as="button" type="button" data-on={typeof vehicle === 'number' || undefined}>
          <em>{t('course.vehicle')}</em>
          <span className="num">{vehicle === 'all' ? all : (vin ?? '…')}</span>
          <ChevronDown size={13} aria-hidden />
        </FilterChip>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner zIndex="popover">
          <Popover.Content
            aria-label={t('course.vehicle')}
            w="min(340px, calc(100vw - 32px))"
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
            <Found
              subject={subject}
              id={id}
              all={all}
              vehicle={vehicle}
              onPick={(value) => {
                setOpen(false);
                onApply(value);
              }}
            />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

type FoundProps = Pick<Props, 'subject' | 'id' | 'vehicle'> & { all: string; onPick: (value: number | 'all') => void };
function Found({ subject, id, all, vehicle, onPick }: FoundProps) {
  const { t, number } = useI18n();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const q = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery({
    ...query(courses.vehicles, { params: { subject, id }, query: q === '' ? {} : { q } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const hits: Choice[] = [
    ...(q === '' ? [{ value: 'all' as const, label: all, note: '' }] : []),
    ...(data?.vehicles ?? []).map((v) => ({ value: v.id, label: v.vin, note: subject === 'customers' ? v.model : '' })),
  ];
  const here = Math.min(at, hits.length - 1);
  const go = (to: number): void => {
    setAt(to);
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' });
  };
  const key = (event: KeyboardEvent): void => {
    // it ends a syllable of a Korean text
    if (event.nativeEvent.isComposing) return;
    const hit = hits[here];
    if (event.key === 'ArrowDown') go(Math.min(here + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') go(Math.max(here - 1, 0));
    else if (event.key === 'Enter' && hit) onPick(hit.value);
    else return;
    event.preventDefault();
  };
  return (
    <>
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
          flex="1"
          minW="0"
          h="full"
          border="0"
          outline="0"
          bg="transparent"
          color="ink"
          textStyle="dense"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={hits[here] ? `${listId}-${hits[here].value}` : undefined}
          aria-label={t('course.findVin')}
          placeholder={t('course.findVin')}
          maxLength={17}
          autoComplete="off"
          value={typed}
          onChange={(e) => {
            setTyped(e.target.value);
            setAt(0);
          }}
          onKeyDown={key}
        />
      </Flex>
      <chakra.div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('course.vehicle')}
        aria-busy={isFetching}
        flex="1"
        minH="0"
        overflowY="auto"
        py="1"
      >
        {hits.map(({ value, label, note }, i) => (
          <Flex
            key={value}
            id={`${listId}-${value}`}
            role="option"
            aria-selected={value === vehicle}
            align="center"
            gap="2"
            minH="8"
            px="3"
            textStyle="dense"
            cursor="pointer"
            bg={i === here ? 'selected' : undefined}
            _hover={{ bg: 'hover' }}
            onClick={() => onPick(value)}
          >
            <chakra.span className="num" flex="1">
              {label}
            </chakra.span>
            <chakra.span color="ink3" textStyle="small">
              {note}
            </chakra.span>
            {value === vehicle && <Check size={14} aria-hidden />}
          </Flex>
        ))}
      </chakra.div>
      {hits.length === 0 && !isFetching && (
        <chakra.p p="4" textStyle="dense" color="ink3" textAlign="center" role="status">
          {t('find.none')}
        </chakra.p>
      )}
      {data && data.vehicles.length === atOnce && (
        <chakra.p px="3" py="2" textStyle="small" color="ink3" borderTop="1px solid" borderColor="line">
          {t('course.moreVehicles', { n: number(atOnce) })}
        </chakra.p>
      )}
    </>
  );
}
/** As many as the server names at once. */
const atOnce = 50;
