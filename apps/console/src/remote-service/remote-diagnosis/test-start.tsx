import { chakra, Flex } from '@chakra-ui/react';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { confirmLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { query, useCan } from '../../lib/session/session';
import { Button } from '../../ui/button';
import { DetailCard } from '../../ui/detail-page';
import { Dialog } from '../../ui/dialog';
import { Checkbox } from '../../ui/field';
import { type Condition, ConditionList, useConditions, useNotNow } from './condition-list';
import { useDiagnosisFormatter } from './diagnosis-labels';
import type { Session } from './use-session';

interface Props {
  session: Session;
  definition: TestDefinition;
  vin: string;
  /** there is a result already */
  again: boolean;
  onOpen: (test: string) => void;
}
/**
 * Live conditions, confirmations by somebody on site, each time; and the start button, which waits for all of it and
 * shows for what.
 */
export function StartTest({ session, definition, vin, again, onOpen }: Props) {
  const { t } = useI18n();
  const can = useCan();
  const formatter = useDiagnosisFormatter();
  const needs = useNeeds(session.vehicleId, definition);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);
  const confirms = definition.confirm;
  const [link, ...gates] = useConditions(session, definition);
  const conditions: Condition[] = [
    link,
    ...needs.map(({ test, minutes, ok }): Condition => ({
      key: `needs ${test}`,
      label: t('diagGate.needs', { test: testLabel(formatter, test), minutes }),
      now: null,
      ok,
      test,
    })),
    ...gates,
  ];
  const notNow = useNotNow(session, can(diagnosis.ask.allow), conditions);
  const reason =
    notNow ??
    (confirms.some((key) => !ticked.includes(key))
      ? t('tests.because.confirm')
      : session.busy
        ? t('tests.because.busy')
        : null);
  const start = (): void => {
    setAsking(false);
    const confirmed = [...ticked];
    setTicked([]);
    void session.ask(
      definition.via === 'write'
        ? { op: 'write', item: 'buzzTest', value: {}, confirmed }
        : { op: 'test', test: definition.id, args: {}, confirmed },
    );
  };
  return (
    <>
      <DetailCard title={t('tests.conditions')}>
        <ConditionList conditions={conditions} onOpen={onOpen} />
      </DetailCard>
      <DetailCard title={t('tests.onSite')}>
        <Flex direction="column" gap="2" textStyle="dense">
          {confirms.map((key) => (
            <Checkbox
              key={key}
              checked={ticked.includes(key)}
              onChange={(on) => setTicked((was) => (on ? [...was, key] : was.filter((k) => k !== key)))}
            >
              {confirmLabel(formatter, key)}
            </Checkbox>
          ))}
        </Flex>
        <Flex gap="3" mt="3" align="center" wrap="wrap">
          <Button
            kind="primary"
            large
            icon={<Play size={16} />}
            disabled={reason !== null}
            reason={reason ?? undefined}
            aria-describedby={reason === null ? undefined : 'start-reason'}
            onClick={() => (definition.risk === 'none' ? start() : setAsking(true))}
          >
            {t(again ? 'tests.repeat' : 'tests.start')}
          </Button>
          <chakra.span id="start-reason" flex="1" color={reason === null ? 'ink3' : 'watch.ink'} textStyle="dense">
            {reason ?? (session.view?.watching != null ? t('tests.stopsRecording') : '')}
          </chakra.span>
        </Flex>
      </DetailCard>
      <Dialog
        open={asking && reason === null}
        onClose={() => setAsking(false)}
        title={t('tests.askTitle', { test: testLabel(formatter, definition.id), vin })}
        confirm={{ label: t('tests.start'), onConfirm: start, danger: true }}
      >
        {t(definition.risk === 'sprays' ? 'tests.ask.sprays' : 'tests.ask.moves')}
      </Dialog>
    </>
  );
}

/** Tests that must have passed recently: stored by the server, so a reload loses none. */
function useNeeds(
  vehicleId: number,
  { needs }: Pick<TestDefinition, 'needs'>,
): { test: string; minutes: number; ok: boolean | null }[] {
  const now = useNow();
  const tests = needs.map((n) => n.test);
  const { data } = useQuery({
    ...query(diagnosis.history, {
      params: { id: vehicleId },
      query: { kind: ['test'], test: tests, result: ['pass'], size: 10 },
    }),
    enabled: tests.length > 0,
  });
  return needs.map(({ test, within_s }) => ({
    test,
    minutes: Math.round(within_s / 60),
    ok:
      data === undefined
        ? null
        : data.rows.some((r) => r.test === test && r.endedAt !== null && now - Date.parse(r.endedAt) < within_s * 1000),
  }));
}
