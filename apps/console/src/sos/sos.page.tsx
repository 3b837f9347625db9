import { sosCalls } from '@headland/contracts/sos';
import { chakra } from '@chakra-ui/react';
import { useCallback, useEffect } from 'react';
import { useAct } from '../lib/use-act';
import { useKeys } from '../lib/use-keys';
import { useWords } from '../lib/text';
import { useLiveEvents } from '../live/live';
import { useCan } from '../session/session';
import { EmptyState } from '../ui/states';
import { useList } from '../ui/use-list';
import { SosDetail } from './sos-detail';
import { SosQueue } from './sos-queue';

/** The SOS queue: calls at the left, the open one with its map and acts beside it. Under 1200 px the open call takes the place of the list. */
export function SosPage() {
  const { t } = useWords();
  const list = useList(sosCalls.list);
  const can = useCan();
  const acknowledge = useAct(sosCalls.acknowledge, { said: t('sos.said.acknowledged') });
  const { openId, open, rows } = list;

  // a new call opens its panel only if none is open, so that nobody is torn from what he does
  useLiveEvents((event) => {
    if (event.name === 'sos.raised' && openId === null && 'sos' in event.payload && !event.payload.sos.late) open(event.payload.sos.id);
  });
  const move = useCallback(
    (by: 1 | -1) => {
      const at = rows.findIndex((r) => r.id === openId);
      const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
      if (next) open(next.id);
    },
    [rows, openId, open],
  );
  const selected = rows.find((r) => r.id === openId);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => {
      if (selected?.status === 'raised' && can(sosCalls.acknowledge.allow)) acknowledge.run({ params: { id: selected.id } });
    },
  });
  useEffect(() => {
    if (openId !== null) document.querySelector(`[data-row="${openId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [openId]);

  const detail = openId !== null;
  return (
    <chakra.div flex="1" minH="0" display="grid" gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '436px minmax(0,1fr)' }} gridTemplateRows="minmax(0,1fr)" bg="surface">
      <chakra.div display={{ base: detail ? 'none' : 'flex', lg: 'flex' }} minH="0" minW="0" borderRight={{ lg: '1px solid' }} borderColor={{ lg: 'lineStrong' }}>
        <SosQueue list={list} />
      </chakra.div>
      <chakra.div display={{ base: detail ? 'flex' : 'none', lg: 'flex' }} minH="0" minW="0">
        {openId === null ? <EmptyState title={t('sos.pick')} text={t('sos.pickText')} /> : <SosDetail key={openId} id={openId} onClose={() => open(null)} />}
      </chakra.div>
    </chakra.div>
  );
}
