import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { type CourseValue, courseValues, defaultCourse, maxCharts } from '@headland/contracts/course';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { FilterChip } from '../../ui/filter-bar';
import { ordered, toggled } from './course-address';
import { useValueLabel } from './course-labels';

interface Props {
  values: readonly CourseValue[];
  onApply: (values: readonly CourseValue[]) => void;
}
/** One to nine charts. They are read when the choice is closed, not with each tick. */
export function ChartPicker({ values, onApply }: Props) {
  const { t } = useI18n();
  const labelOf = useValueLabel();
  const [picked, setPicked] = useState(values);
  const full = picked.length >= maxCharts;
  const only = picked.length === 1;
  const [open, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    if (next) setPicked(values);
    else if (picked.join() !== values.join()) onApply(picked);
  };
  return (
    <Popover.Root
      positioning={{ placement: 'bottom-start', gutter: 4 }}
      open={open}
      onOpenChange={(e) => change(e.open)}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <FilterChip as="button" type="button" data-on>
          <em>{t('course.charts')}</em>
          <span className="num">{values.length}</span>
          <ChevronDown size={13} aria-hidden />
        </FilterChip>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner zIndex="popover">
          <Popover.Content
            aria-label={t('course.charts')}
            w="min(420px, calc(100vw - 32px))"
            maxH="min(480px, 75vh)"
            overflowY="auto"
            bg="raised"
            color="ink"
            borderRadius="card"
            boxShadow="high"
            outline="0"
            zIndex="popover"
            p="3"
            data-own-keys
          >
            <chakra.p role="status" textStyle="dense" color={full || only ? 'watch.ink' : 'ink2'} mb="2">
              {full
                ? t('field.chart9')
                : only
                  ? t('course.atLeastOne')
                  : t('course.picked', { n: picked.length, most: maxCharts })}
            </chakra.p>
            <chakra.fieldset border="0" minW="0">
              <chakra.legend className="sr">{t('course.charts')}</chakra.legend>
              <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} columnGap="4">
                {courseValues.map((value) => {
                  const on = picked.includes(value);
                  const fixed = on ? only : full;
                  const { name, unit } = labelOf(value);
                  return (
                    <chakra.label
                      key={value}
                      display="flex"
                      gap="2"
                      alignItems="center"
                      minH="8"
                      textStyle="dense"
                      color={fixed && !on ? 'ink3' : 'ink'}
                      cursor={fixed ? 'not-allowed' : 'pointer'}
                    >
                      <input
                        type="checkbox"
                        checked={on}
                        disabled={fixed}
                        onChange={() => setPicked(toggled(picked, value))}
                      />
                      <span>
                        {name} <chakra.small color="ink3">{unit}</chakra.small>
                      </span>
                    </chakra.label>
                  );
                })}
              </chakra.div>
            </chakra.fieldset>
            <Flex justify="space-between" gap="2" mt="3">
              <Button kind="quiet" onClick={() => setPicked(ordered(defaultCourse))}>
                {t('course.defaultSet')}
              </Button>
              <Button kind="primary" onClick={() => change(false)}>
                {t('range.apply')}
              </Button>
            </Flex>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
