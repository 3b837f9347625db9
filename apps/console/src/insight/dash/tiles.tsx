import { chakra, Flex } from '@chakra-ui/react';
import { plusDays } from '@headland/domain/zone-day';
import { memo } from 'react';
import { useFromNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { dayText } from '../../lib/time';
import { MembersTile, SalesTile } from './business-tiles';
import { EnginesTile, MileageTile } from './fleet-tiles';
import { FaultsTile, SosTile } from './incident-tiles';
import { TilesContext, type TilesOf } from './tile';

/** The last seven whole days; they change at the member's midnight. */
export function Tiles({ organizationId }: { organizationId: number | undefined }) {
  return <SixTiles organizationId={organizationId} today={useFromNow(dayText)} />;
}

const SixTiles = memo(function SixTiles(of: TilesOf) {
  const { t } = useI18n();
  const [first, last] = [plusDays(of.today, -7), plusDays(of.today, -1)];
  return (
    <TilesContext value={of}>
      <chakra.section aria-label={t('dash.week')} display="flex" flexDirection="column" flex={{ xl: '1' }}>
        <Flex as="header" align="baseline" gap="2.5" wrap="wrap" pb="2">
          <chakra.h2 textStyle="lead" fontWeight="600">
            {t('dash.week')}
          </chakra.h2>
          <chakra.span textStyle="dense" color="ink2" className="num">
            {t('dash.asOf', { first, last })}
          </chakra.span>
          <chakra.span flex="1" />
          <chakra.span textStyle="small" color="ink3">
            {t('dash.compared')}
          </chakra.span>
        </Flex>
        <chakra.div
          display="grid"
          gap="3"
          flex={{ xl: '1' }}
          gridAutoRows="minmax(min-content, 1fr)"
          gridTemplateColumns={{
            base: 'minmax(0,1fr)',
            md: 'repeat(2, minmax(0,1fr))',
            xl: 'repeat(3, minmax(0,1fr))',
          }}
        >
          <FaultsTile />
          <SosTile />
          <EnginesTile />
          <MembersTile />
          <SalesTile />
          <MileageTile />
        </chakra.div>
      </chakra.section>
    </TilesContext>
  );
});
