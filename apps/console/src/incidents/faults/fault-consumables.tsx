import { chakra, Flex } from '@chakra-ui/react';
import { consumables } from '@headland/contracts/consumable';
import type { FaultDetail } from '@headland/contracts/fault';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Figure } from '../../ui/figure';
import { Section } from '../../ui/panel';
import { StateLabel } from '../../ui/status-chip';

/** Due consumables of the machine, to be done on the same visit. */
export function FaultConsumables({ list }: { list: FaultDetail['consumables'] }) {
  const { t } = useI18n();
  const can = useCan();
  if (list.length === 0) return null;
  return (
    <Section title={t('fault.consumables')}>
      {list.map((c) => (
        <Flex key={c.id} gap="3" py="1" align="baseline">
          <chakra.span
            flex="1"
            minW="0"
            overflowWrap="anywhere"
            color={can(consumables.get.allow) ? 'accent' : undefined}
          >
            {can(consumables.get.allow) ? <Link to={toRecord('/expendableDetail', c.id)}>{c.name}</Link> : c.name}
          </chakra.span>
          <StateLabel state={c.state === 'exceeded' ? 'today' : 'watch'}>{t(`cycleState.${c.state}`)}</StateLabel>
          <Figure value={c.percent} unit="%" digits={0} />
        </Flex>
      ))}
    </Section>
  );
}
