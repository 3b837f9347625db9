import type { Answer } from '@headland/contracts/endpoint';
import {
  completedFaultStatuses,
  type faults,
  faultStatuses,
  openFaultStatuses,
  type FaultStatus,
} from '@headland/contracts/fault';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { useNavigate } from '@tanstack/react-router';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { rangeOf } from '../../ui/period-presets';
import { Tabs } from '../../ui/tabs';

export type Tab = 'queue' | 'mine' | 'completed' | 'all';
export const statusesOf: Record<Tab, readonly FaultStatus[]> = {
  queue: openFaultStatuses,
  mine: openFaultStatuses,
  completed: completedFaultStatuses,
  all: faultStatuses,
};

/** Completed reports are a long list: it opens with the last 31 days. */
export const hasDates = (tab: Tab): boolean => tab === 'completed' || tab === 'all';
export const startOfTab = (tab: Tab) => (hasDates(tab) ? rangeOf('days31') : { from: undefined, to: undefined });

interface Props {
  value: Tab | 'catalogue';
  counts?: Answer<typeof faults.counts> | undefined;
}
/** The tabs: lists, and the catalogue if permitted; each list has its own filter. */
export function FaultTabs({ value, counts }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const go = (tab: Tab | 'catalogue'): void =>
    void navigate({
      to: '.',
      replace: true,
      search: (old: Search) => {
        const next = {
          ...(value === 'catalogue' || tab === 'catalogue' ? {} : old),
          ...(tab === 'catalogue' ? {} : startOfTab(tab)),
          tab,
        };
        return Object.fromEntries(
          Object.entries(next).filter(
            ([name, v]) =>
              v !== undefined && name !== 'status' && name !== 'page' && !(name === 'tab' && v === 'queue'),
          ),
        );
      },
    });
  return (
    <Tabs
      label={t('fault.tabs')}
      value={value}
      onChange={go}
      choices={[
        { value: 'queue' as const, label: t('fault.tab.queue'), count: counts?.queue },
        { value: 'mine' as const, label: t('fault.tab.mine'), count: counts?.mine },
        { value: 'completed' as const, label: t('fault.completed') },
        { value: 'all' as const, label: t('common.all') },
        ...(can(catalogue.versions.allow) ? [{ value: 'catalogue' as const, label: t('fault.tab.catalogue') }] : []),
      ]}
    />
  );
}
