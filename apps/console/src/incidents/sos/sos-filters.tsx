import { chakra } from '@chakra-ui/react';
import { sosTypes } from '@headland/contracts/device/up';
import { openSosStatuses, sosAlerts, sosStatuses } from '@headland/contracts/sos';
import { ArrowUp, ArrowUpDown, ListFilter, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useKeys } from '../../lib/use-keys';
import { useI18n } from '../../lib/i18n';
import { Button, IconButton } from '../../ui/button';
import { CountedFilters } from '../../ui/counted-filters';
import { FilterMany, FilterText, FilterToggle } from '../../ui/filter-bar';
import { FilterDates } from '../../ui/filter-dates';
import { Menu, MenuItem } from '../../ui/menu';
import { OrganizationFilter } from '../../ui/organization-filter';
import { rangeOf } from '../../ui/period-presets';
import type { List } from '../../ui/use-list';

type SosList = List<typeof sosAlerts.list>;
const closedStatuses = ['resolved', 'falseAlarm'] as const;

/** Each with its useful direction. */
const orders = [
  ['priority', 'asc'],
  ['age', 'desc'],
  ['raisedAt', 'desc'],
  ['type', 'asc'],
  ['vin', 'asc'],
  ['escalationLevel', 'desc'],
  ['timeToAcknowledge', 'desc'],
  ['status', 'asc'],
] as const;

/** The default of each tab: closed alerts are a long list, so it opens with the last 31 days. */
export const startOfTab = (tab: SosList['filter']['tab']) =>
  tab === 'queue' ? { from: undefined, to: undefined } : rangeOf('days31');

/** A filter besides tab and range is set. */
export const isAsked = ({ input }: Pick<SosList, 'input'>): boolean =>
  Object.keys(input).some((name) => !aside.has(name));
const aside = new Set(['tab', 'page', 'size', 'sort', 'order', 'from', 'to']);
/** Also what a link of the statistics asked for. */
export const resetFilters = ({ view, input: { tab, sort, order }, filter }: SosList): void =>
  view.open({ tab, sort, order, ...startOfTab(filter.tab) }, null);

/** One line above the queue; rarely needed filters unfold below it. */
export function SosFilters({ list }: { list: SosList }) {
  const { t } = useI18n();
  const { filter: f, set } = list;
  const seldom = [f.status.length > 0, f.model, f.agencyId, f.handler, f.escalated].filter(Boolean).length;
  const [unfolded, setUnfolded] = useState(seldom > 0);
  const form = useRef<HTMLFormElement>(null);
  useKeys({ '/': () => form.current?.querySelector('input')?.focus() });
  const statuses = f.tab === 'queue' ? openSosStatuses : f.tab === 'closed' ? closedStatuses : sosStatuses;
  return (
    <chakra.form
      ref={form}
      role="search"
      display="flex"
      flexWrap="wrap"
      gap="2"
      px="4"
      py="2"
      flexShrink={0}
      borderTop="1px solid"
      borderColor="line"
      onSubmit={(e) => e.preventDefault()}
    >
      <FilterText label={t('sos.vin')} value={f.vin} onApply={(vin) => set({ vin })} width="136px" />
      <FilterMany
        label={t('sos.type')}
        values={f.type}
        options={sosTypes.map((value) => ({ value, label: t(`sosType.${value}`) }))}
        onApply={(type) => set({ type })}
      />
      <chakra.span flex="1" />
      <Order list={list} />
      {isAsked(list) && (
        <IconButton label={t('common.reset')} icon={<RotateCcw size={14} />} onClick={() => resetFilters(list)} />
      )}
      <IconButton
        kind={unfolded ? 'plain' : 'quiet'}
        label={t('sos.moreFilters')}
        aria-expanded={unfolded}
        icon={<ListFilter size={15} />}
        onClick={() => setUnfolded(!unfolded)}
        badge={
          seldom > 0 && (
            <chakra.span pos="absolute" top="1" right="1" w="7px" h="7px" borderRadius="round" bg="accent" />
          )
        }
      />
      <CountedFilters filter={f} set={set} />
      {f.tab !== 'queue' && <FilterDates label={t('sos.range')} of={sosAlerts.list.query} filter={f} onApply={set} />}
      {unfolded && (
        <>
          <FilterMany
            label={t('sos.status')}
            values={f.status}
            options={statuses.map((value) => ({ value, label: t(`sosStatus.${value}`) }))}
            onApply={(status) => set({ status })}
          />
          <OrganizationFilter label={t('sos.agency')} value={f.agencyId} onApply={(agencyId) => set({ agencyId })} />
          <FilterText label={t('sos.model')} value={f.model} onApply={(model) => set({ model })} width="136px" />
          <FilterText
            label={t('sos.handler')}
            value={f.handler}
            onApply={(handler) => set({ handler })}
            width="136px"
          />
          <FilterToggle on={f.escalated === true} onApply={(on) => set({ escalated: on ? 'true' : undefined })}>
            {t('sos.onlyEscalated')}
          </FilterToggle>
        </>
      )}
    </chakra.form>
  );
}

/** The order; any but the default is shown, and can be reset by one press. */
function Order({ list }: { list: SosList }) {
  const { t } = useI18n();
  const { sort } = list.filter;
  return (
    <>
      {sort !== 'priority' && (
        <Button kind="link" icon={<ArrowUp size={14} />} onClick={() => list.setSort('priority', 'asc')}>
          {t('sos.order.priority')}
        </Button>
      )}
      <Menu trigger={<IconButton kind="quiet" label={t('sos.order')} icon={<ArrowUpDown size={15} />} />}>
        {orders.map(([by, order]) => (
          <MenuItem key={by} value={by} checked={sort === by} onSelect={() => list.setSort(by, order)}>
            {t(`sos.order.${by}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
