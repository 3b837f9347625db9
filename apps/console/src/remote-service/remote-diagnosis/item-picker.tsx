import { chakra, Flex } from '@chakra-ui/react';
import { maxWatched } from '@headland/contracts/device/diagnosis';
import { itemGroups, monitorItems, type MonitorItem } from '@headland/domain/diagnosis/items';
import { unitLabel } from '@headland/i18n/diagnosis-labels';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { chartOf, type Charts, maxCharts } from './charts';

interface Props {
  items: readonly string[];
  charts: Charts;
  onChange: (items: string[], charts: Charts) => void;
}

/** Items measured per cylinder have no single value for a row. */
const watchable = (item: MonitorItem): boolean => !item.id.startsWith('cyl.');

/** Selects one to ten items by group, and the chart of each. */
export function ItemPicker({ items, charts, onChange }: Props) {
  const { t, of } = useI18n();
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const fits = ({ id, ko, en }: MonitorItem): boolean =>
    [id, ko, en].some((name) => name.toLocaleLowerCase().includes(wanted));
  const shown = [...monitorItems.values()].filter((item) => watchable(item) && fits(item));
  const full = items.length >= maxWatched;
  const toggle = (id: string): void => {
    if (!items.includes(id)) return onChange([...items, id], charts);
    const { [id]: _gone, ...others } = charts;
    onChange(
      items.filter((item) => item !== id),
      others,
    );
  };
  return (
    <>
      <Flex align="center" gap="3" mb="2" wrap="wrap">
        <chakra.input
          type="search"
          aria-label={t('remote.findItem')}
          placeholder={t('remote.findItem')}
          value={text}
          onChange={(e) => setText(e.target.value)}
          h="8"
          w={{ base: 'full', md: '240px' }}
          px="2.5"
          border="1px solid"
          borderColor="lineControl"
          borderRadius="control"
          bg="surface"
          textStyle="dense"
        />
        <chakra.p textStyle="dense" color={full ? 'watch.ink' : 'ink2'} role="status">
          {shown.length === 0
            ? t('remote.noItem', { text: text.trim() })
            : t(full ? 'remote.pickedFull' : 'remote.picked', { n: items.length, most: maxWatched })}
        </chakra.p>
      </Flex>
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(5, minmax(0, 1fr))' }}
        textStyle="dense"
      >
        {itemGroups
          .filter((group) => shown.some((item) => item.group === group))
          .map((group) => (
            <chakra.fieldset key={group} minW="0" border="0">
              <chakra.legend textStyle="label" color="ink3" mb="1">
                {t(`remote.group.${group}`)}
              </chakra.legend>
              {shown
                .filter((item) => item.group === group)
                .map((item) => {
                  const on = items.includes(item.id);
                  return (
                    <Flex key={item.id} gap="2" align="center" minH="7">
                      <chakra.label
                        display="flex"
                        gap="2"
                        flex="1"
                        minW="0"
                        alignItems="center"
                        color={full && !on ? 'ink3' : 'ink'}
                        cursor={full && !on ? 'not-allowed' : 'pointer'}
                      >
                        <input type="checkbox" checked={on} disabled={full && !on} onChange={() => toggle(item.id)} />
                        <chakra.span minW="0">
                          {of(item)}{' '}
                          <chakra.small color="ink3" whiteSpace="nowrap">
                            {unitLabel(item.unit)}
                          </chakra.small>
                        </chakra.span>
                      </chakra.label>
                      {on && (
                        <chakra.select
                          aria-label={t('remote.chartNumber', { item: of(item) })}
                          title={t('remote.chartNumber', { item: of(item) })}
                          h="6"
                          border="1px solid"
                          borderColor="lineControl"
                          borderRadius="control"
                          bg="surface"
                          value={chartOf(items, charts, item.id)}
                          onChange={(e) => onChange([...items], { ...charts, [item.id]: Number(e.target.value) })}
                        >
                          {Array.from({ length: maxCharts }, (_, i) => (
                            <option key={i} value={i + 1}>
                              {i + 1}
                            </option>
                          ))}
                        </chakra.select>
                      )}
                    </Flex>
                  );
                })}
            </chakra.fieldset>
          ))}
      </chakra.div>
    </>
  );
}
