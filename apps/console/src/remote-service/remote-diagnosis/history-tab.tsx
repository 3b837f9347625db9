import { chakra, Flex } from '@chakra-ui/react';
import { useT } from '../../lib/i18n';
import { ListBody, ListExport } from '../../ui/list-page';
import { Card } from '../../ui/panel';
import { SplitView } from '../../ui/split-view';
import { entryIdOf, entrySignature, HistoryCsv, HistoryFilters, useHistory, useHistoryColumns } from './history-list';
import { HistoryPanel } from './history-panel';

/** The history of this vehicle among the tabs of its session. */
export function HistoryTab({ vehicleId }: { vehicleId: number }) {
  const t = useT();
  const list = useHistory(vehicleId);
  const { columns, phone } = useHistoryColumns();
  const table = { columns, phone, idOf: entryIdOf, signature: entrySignature };
  return (
    <Card display="flex" flexDirection="column" minH="420px" h="calc(100vh - 240px)" overflow="hidden">
      <Flex justify="flex-end" gap="2" px="3" pt="2">
        <ListExport as="serviceHistory" list={list} table={table} />
        <HistoryCsv vehicleId={vehicleId} list={list} />
      </Flex>
      <HistoryFilters list={list} />
      <chakra.div flex="1" minH="0" display="flex" flexDirection="column">
        <SplitView
          width="520px"
          detail={
            list.openId === null ? null : (
              <HistoryPanel
                key={list.openId}
                vehicleId={vehicleId}
                entry={list.openId}
                onClose={() => list.open(null)}
              />
            )
          }
          list={
            <ListBody
              title={t('serviceHistory.title')}
              list={list}
              table={table}
              empty={{ title: t('serviceHistory.empty'), text: t('serviceHistory.emptyText') }}
              beside={list.openId !== null}
            />
          }
        />
      </chakra.div>
    </Card>
  );
}
