import { chakra, Flex } from '@chakra-ui/react';
import { boundsOf } from '@headland/domain/diagnosis/curve';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { testShows, testLabel, unitLabel } from '@headland/i18n/diagnosis-labels';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { DetailCard } from '../../ui/detail-page';
import { Card } from '../../ui/panel';
import { StateMark } from '../../ui/state-mark';
import { secondsText, useDiagnosisFormatter } from './diagnosis-labels';
import { RunningTest } from './test-running';
import { StartTest } from './test-start';
import { TestChart, useCurve } from './test-chart';
import { TestResult } from './test-result';
import { TestSteps } from './test-steps';
import type { Session } from './use-session';

interface Props {
  session: Session;
  definition: TestDefinition;
  vin: string;
  onOpen: (test: string) => void;
}
/** One test: purpose, conditions, progress, and the result of the last run in this session. */
export function TestPanel({ session, definition, vin, onOpen }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const formatter = useDiagnosisFormatter();
  const running = session.test?.test === definition.id ? session.test : null;
  const last = running ?? session.view?.tests.findLast((run) => run.test === definition.id) ?? null;
  const ended = last?.endedAt != null ? last : null;
  const curve = useCurve(last?.id ?? null, running === null ? undefined : session);
  const signals = useMemo(
    () =>
      definition.signals.map((s) => ({
        item: s.item,
        unit: unitLabel(s.unit),
        perCylinder: s.per === 'cylinder',
        ...boundsOf(definition, s.item),
      })),
    [definition],
  );
  const charts = last !== null && (
    <DetailCard title={t('tests.values')}>
      <TestChart parts={curve} signals={signals} values={last.values} />
    </DetailCard>
  );
  if (running !== null)
    return (
      <chakra.div css={columnsCss} gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 360px' }}>
        <RunningTest session={session} run={running} definition={definition} parts={curve} />
        {charts}
      </chakra.div>
    );
  return (
    <chakra.div css={columnsCss} gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 340px' }}>
      <chakra.div display="grid" gap="3" minW="0">
        <StartTest
          key={last?.id ?? 0}
          session={session}
          definition={definition}
          vin={vin}
          again={ended !== null}
          onOpen={onOpen}
        />
        {last !== null && (
          <DetailCard title={t('tests.steps')}>
            <TestSteps definition={definition} run={null} />
          </DetailCard>
        )}
      </chakra.div>
      <chakra.div display="grid" gap="3" minW="0">
        <Card px="4" py="3">
          <Flex gap="3" align="baseline" wrap="wrap">
            <chakra.h2 textStyle="title">{testLabel(formatter, definition.id)}</chakra.h2>
            <chakra.span textStyle="label" color="ink3">
              {definition.unit}
            </chakra.span>
            <chakra.span flex="1" color="ink2" textStyle="dense">
              {testShows(formatter, definition.id)}
            </chakra.span>
          </Flex>
          <Flex gap="4" textStyle="dense" color="ink2" mt="1" wrap="wrap">
            <chakra.span display="inline-flex" gap="1.5" alignItems="center">
              {definition.risk !== 'none' && <StateMark state="today" />}
              {t(`tests.risk.${definition.risk}`)}
            </chakra.span>
            <chakra.span className="num">
              {t('tests.takesMost', {
                usual: secondsText(i18n, definition.typ_s),
                most: secondsText(i18n, definition.max_s),
              })}
            </chakra.span>
          </Flex>
        </Card>
        {ended !== null && (
          <DetailCard title={t('tests.result')}>
            <TestResult run={ended} onOpen={onOpen} {...(session.view?.mine ? { confirm: session.confirm } : {})} />
          </DetailCard>
        )}
        {charts}
        {last === null && (
          <DetailCard title={t('tests.steps')}>
            <TestSteps definition={definition} run={null} />
          </DetailCard>
        )}
      </chakra.div>
    </chakra.div>
  );
}

/** What the test is and has found on the left, what is done with it on the right; on a narrow screen what has to be done comes below. */
const columnsCss = {
  display: 'grid',
  gap: '12px',
  alignItems: 'start',
  minWidth: 0,
  '@media (min-width: 1200px)': { '& > :first-of-type': { order: 2 } },
} as const;
