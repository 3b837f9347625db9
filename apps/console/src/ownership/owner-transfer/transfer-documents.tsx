import { chakra, Flex } from '@chakra-ui/react';
import { faults } from '@headland/contracts/fault';
import type { TransferDetail } from '@headland/contracts/owner-transfer';
import { wholePercent } from '@headland/domain/consumable';
import { consumables } from '@headland/contracts/consumable';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';
import { useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { Section } from '../../ui/panel';
import { type State, stateOfSeverity } from '../../ui/state-mark';
import { StateLabel } from '../../ui/status-chip';

const stateOfCycle: Record<TransferDetail['consumables'][number]['state'], State> = {
  safe: 'normal',
  imminent: 'watch',
  exceeded: 'today',
};

/** The state of the machine at the transfer: incomplete reports, and consumables due for replacement or inspection. */
export function TransferDocuments({ transfer }: { transfer: TransferDetail }) {
  const { t, of, number } = useI18n();
  const can = useCan();
  return (
    <>
      <Section title={t('transfer.faults')}>
        {transfer.faults.length === 0 && <None>{t('transfer.noFaults')}</None>}
        {transfer.faults.map((f) => (
          <Row key={f.id} right={t(`faultStatus.${f.status}`)}>
            <StateLabel state={stateOfSeverity[f.severity]}>
              <TextLink to={can(faults.get.allow) ? '/breakdown' : null} search={{ id: String(f.id) }}>
                <b className="num">{f.code}</b>
              </TextLink>
            </StateLabel>{' '}
            {of(f.name)}
          </Row>
        ))}
      </Section>
      <Section title={t('transfer.consumables')}>
        {transfer.consumables.length === 0 && <None>{t('transfer.noConsumables')}</None>}
        {transfer.consumables.map((c) => {
          const percent = wholePercent(c.percent, c.state);
          return (
            <Row key={c.id} right={percent === null ? '–' : `${number(percent)} %`}>
              <StateLabel state={stateOfCycle[c.state]}>{t(`cycleState.${c.state}`)}</StateLabel>{' '}
              <TextLink to={can(consumables.get.allow) ? toRecord('/expendableDetail', c.id) : null}>{c.name}</TextLink>
            </Row>
          );
        })}
      </Section>
    </>
  );
}

const None = ({ children }: { children: ReactNode }) => <chakra.p color="ink3">{children}</chakra.p>;
const Row = ({ right, children }: { right: ReactNode; children: ReactNode }) => (
  <Flex gap="3" py="0.5" align="baseline">
    <chakra.span flex="1" minW="0" overflowWrap="anywhere">
      {children}
    </chakra.span>
    <chakra.span color="ink3" className="num" flexShrink={0}>
      {right}
    </chakra.span>
  </Flex>
);
