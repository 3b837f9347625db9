import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { promptLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { OctagonX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { Card } from '../../ui/panel';
import { Progress } from '../../ui/progress';
import { StateMark } from '../../ui/state-mark';
import { StatusChip } from '../../ui/status-chip';
import { clockText, useDiagnosisFormatter } from './diagnosis-labels';
import type { Session } from './use-session';

/** Users tend to leave during a wait of this length. */
const longWaitS = 60;

/**
 * A test in progress: step, remaining time, prompts for the person on site, and the abort button, which is always
 * there.
 */
export function RunningTest({
  session,
  run,
  definition,
}: {
  session: Session;
  run: TestRun;
  definition: TestDefinition;
}) {
  const { t, number } = useI18n();
  const formatter = useDiagnosisFormatter();
  const now = useNow();
  const leftS = useCountdown(run.leftS, now);
  const expectedS = stepSeconds(definition).reduce((sum, s) => sum + s, 0) - (now - Date.parse(run.startedAt)) / 1000;
  const [aborting, setAborting] = useState(false);
  const abort = (): void => {
    setAborting(true);
    // a failed abort request is repeated
    void session.ask({ op: 'abort' }).then((answer) => answer === null && setAborting(false));
  };
  useEscape(abort);
  const step = run.step === null ? null : run.step + 1;
  const waitsLong = definition.steps.some(
    (s) => (s.op === 'wait' && s.wait_s >= longWaitS) || (s.op === 'cmd' && s.cmd === 'pump.prime'),
  );
  return (
    <Card as="section" aria-label={testLabel(formatter, run.test)} px="4" py="3" borderColor="accent">
      <Flex gap="3" align="center" wrap="wrap">
        <StatusChip state="watch">{t(`diagState.${run.state}`)}</StatusChip>
        <chakra.span role="status" textStyle="strong" className="num">
          {run.state === 'asked'
            ? t('tests.asked')
            : step === null
              ? ''
              : t('tests.step', { n: step, of: definition.steps.length })}
        </chakra.span>
        <chakra.span flex="1" className="num" color="ink2" textAlign="right">
          {leftS !== null
            ? t('tests.left', { time: clockText(Math.ceil(leftS)) })
            : expectedS > 0
              ? t('tests.about', { time: clockText(expectedS) })
              : ''}
        </chakra.span>
        <Button kind="danger" large icon={<OctagonX size={18} />} onClick={abort}>
          {t('tests.abortKey')}
        </Button>
      </Flex>
      <Flex gap="3" align="center" mt="3">
        <chakra.div flex="1">
          <Progress label={t('tests.progress')} value={run.progress} most={1} />
        </chakra.div>
        <chakra.b className="num" w="12" textAlign="right">
          {number(Math.floor(run.progress * 100))}%
        </chakra.b>
      </Flex>
      {run.prompt !== null && (
        <Flex
          role="alert"
          gap="2"
          align="center"
          mt="3"
          px="3"
          py="2.5"
          borderRadius="card"
          bg="today.soft"
          color="today.ink"
          textStyle="head"
        >
          <StateMark state="today" size={14} />
          {promptLabel(formatter, run.prompt)}
        </Flex>
      )}
      {aborting && (
        <chakra.p role="status" mt="2" color="watch.ink">
          {t('tests.aborting')}
        </chakra.p>
      )}
      {waitsLong && !aborting && (
        <chakra.p mt="2" color="ink3" textStyle="dense">
          {t('tests.survives')}
        </chakra.p>
      )}
    </Card>
  );
}

/** Esc aborts, wherever the focus is and whatever covers the page. */
function useEscape(abort: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) abort();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

/** Seconds left, counted down between two messages of the terminal. */
function useCountdown(leftS: number | null, now: number): number | null {
  const [reported, setReported] = useState({ leftS, at: now });
  if (reported.leftS !== leftS) setReported({ leftS, at: now });
  return leftS === null ? null : Math.max(0, leftS - (reported.leftS === leftS ? (now - reported.at) / 1000 : 0));
}
