import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n';
import type { Search } from '../../lib/search';
import { useCan } from '../../lib/session/session';
import { Tabs } from '../../ui/tabs';
import { AccessTab } from './access-tab';
import { ApiKeysTab } from './api-keys-tab';
import { ChangesTab } from './changes-tab';
import { EventsTab } from './events-tab';
import { type HistoryTab, tabsFor } from './history-tabs';
import { KiosksTab } from './kiosks-tab';
import { QuarantineTab } from './quarantine-tab';

/** What an administrator reads of the house itself, by tabs in the address. */
export function MemberHistoryPage() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const readable = tabsFor(useCan());
  const tab = readable.find((name) => name === search.tab) ?? readable[0];
  // each tab has a head of its own: keyboard navigation along the tabs keeps the focus on the new one
  const walking = useRef(false);
  useEffect(() => {
    const shown = document.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    // on a phone the row of tabs is wider than the screen
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (walking.current) shown?.focus();
    walking.current = false;
  }, [tab]);
  if (tab === undefined) return null;
  // the period is kept, to see the same days in several tabs
  const go = (to: HistoryTab): void => {
    walking.current = document.activeElement?.getAttribute('role') === 'tab';
    void navigate({
      to: '.',
      search: Object.fromEntries(
        Object.entries({ tab: to, from: search.from, to: search.to }).filter(([, v]) => v !== undefined),
      ),
    });
  };
  const tabs = (
    <Tabs<HistoryTab>
      label={t('history.tabs')}
      value={tab}
      choices={readable.map((value) => ({ value, label: t(`history.tab.${value}`) }))}
      onChange={go}
    />
  );
  const Shown = parts[tab];
  return <Shown key={tab} tabs={tabs} />;
}

const parts: Record<HistoryTab, (props: { tabs: ReactNode }) => ReactNode> = {
  access: AccessTab,
  changes: ChangesTab,
  events: EventsTab,
  quarantine: QuarantineTab,
  kiosks: KiosksTab,
  keys: ApiKeysTab,
};
