import { chakra, Flex } from '@chakra-ui/react';
import { dash } from '@headland/contracts/statistics';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useNow } from '../../lib/clock';
import type { Search } from '../../lib/search';
import { useI18n } from '../../lib/i18n';
import { dayText, timeText } from '../../lib/time';
import { Page, PageHead } from '../../ui/panel';
import { LiveStrip } from './live-strip';
import { DashExport } from './dash-export';
import { OrganizationChoice } from './organization-choice';
import { Ticker } from './ticker';
import { Tiles } from './tiles';

/**
 * Urgent alerts, the last events, and the week at a glance, in the member's scope or a part of it: each number links to
 * its list.
 */
export function DashPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const asked = dash.now.query.safeParse({ organizationId: search.organizationId });
  const organizationId = asked.success ? asked.data.organizationId : undefined;
  return (
    <Page
      head={
        <PageHead
          title={t('screen.dash')}
          total={
            <OrganizationChoice
              value={organizationId}
              onChoose={(id) =>
                void navigate({
                  to: '.',
                  search: (old: Search) => ({
                    ...old,
                    organizationId: id === undefined ? undefined : String(id),
                  }),
                })
              }
            />
          }
        >
          <Clock />
          <DashExport organizationId={organizationId} />
        </PageHead>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" px="4" pb="4">
        {/* two rows of tiles fill a desk's screen */}
        <Flex direction="column" gap="3" minH={{ xl: 'full' }}>
          <LiveStrip organizationId={organizationId} />
          <Ticker />
          <Tiles organizationId={organizationId} />
        </Flex>
      </chakra.div>
    </Page>
  );
}

function Clock() {
  const now = useNow();
  return (
    <chakra.time className="num" color="ink2" dateTime={new Date(now).toISOString()}>
      {dayText(now)} {timeText(now)}
    </chakra.time>
  );
}
