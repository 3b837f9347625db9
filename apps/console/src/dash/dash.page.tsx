import { chakra, Flex } from '@chakra-ui/react';
import { faults } from '@headland/contracts/fault';
import { sosCalls } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { useNavigate } from '@tanstack/react-router';
import { useNow } from '../lib/clock';
import { useWords } from '../lib/text';
import { dayText, timeText } from '../lib/time';
import { useMember } from '../session/member';
import { useCan } from '../session/session';
import { LiveMap } from '../ui/map/live-map';
import { Card, Page, PageHead } from '../ui/panel';
import { LiveStrip } from './live-strip';
import { OpenSos, UrgentFaults } from './short-lists';
import { Ticker } from './ticker';

/** What burns now, in the member's scope: figures that lead to their lists, the last events, the fleet on a map, and what waits longest. */
export function DashPage() {
  const { t } = useWords();
  const can = useCan();
  const member = useMember();
  const navigate = useNavigate();
  const seesVehicles = can(vehicles.get.allow);
  const lists = can(sosCalls.list.allow) || can(faults.list.allow);
  return (
    <Page
      head={
        <PageHead title={t('screen.dash')} total={member?.groupName}>
          <Clock />
        </PageHead>
      }
    >
      <chakra.div flex="1" minH="0" overflowY="auto" px="4" pb="4">
        <Flex direction="column" gap="3" minH={{ lg: 'full' }}>
          <LiveStrip />
          <Ticker />
          <chakra.div
            flex="1"
            display="grid"
            gap="3"
            gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: lists ? 'minmax(0,1fr) minmax(360px, 440px)' : 'minmax(0,1fr)' }}
            minH={{ lg: '420px' }}
          >
            <Card pos="relative" overflow="hidden" display="flex" minH="340px" aria-label={t('map.label')}>
              <LiveMap legend onSelect={(id) => id !== null && seesVehicles && void navigate({ to: '/statusDetail/$number', params: { number: String(id) } as never })} />
            </Card>
            {lists && (
              <Flex direction="column" gap="3" minH="0">
                {can(sosCalls.list.allow) && <OpenSos />}
                {can(faults.list.allow) && <UrgentFaults />}
              </Flex>
            )}
          </chakra.div>
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
