import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { type MeasuredPart, secondsLeft, stepStarts } from '@headland/domain/diagnosis/curve';
import { gatesDuringTest } from '@headland/domain/diagnosis/gates';
import { stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { promptLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { OctagonX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNow } from '../../lib/clock';
import { useI18n } from '../../lib/i18n';
import { Button } from '../../ui/button';
import { Card } from '../../ui/panel';
import { Progress } from '../../ui/progress';
import { StateMark } from '../../ui/state-mark';
import { StatusChip } from '../../ui/status-chip';
import { ConditionList, useConditions } from './condition-list';
import { clockText, useDiagnosisFormatter } from './diagnosis-labels';
import { LiveVerdict } from './live-verdict';
import { TestSteps } from './test-steps';
import type { Session } from './use-session';

/** Users tend to leave during a wait of this length. */
const longWaitS = 60;

/**
 * A test in progress, to be overseen at once: how far it is and what is left, prompts for the person on site, the abort
 * button, which is always there, conditions, steps, and what the verdict would be now.
 */
export function RunningTest({
  session,
  run,
  definition,
  parts,
}: {
  session: Session;
  run: TestRun;
  definition: TestDefinition;
  parts: readonly MeasuredPart[];
}) {
  const { t, number } = useI18n();
  const formatter = useDiagnosisFormatter();
  const now = useNow();
  const waitS = useCountdown(run.leftS, now);
  const inStepS = useStepSeconds(run, parts, now);
  const leftS = secondsLeft(stepSeconds(definition), run.step ?? 0, inStepS, waitS);
  const [aborting, setAborting] = useState(false);
  const abort = (): void => {
    setAborting(true);
    // a failed abort request is repeated
    void session.ask({ op: 'abort' }).then((answer) => answer === null && setAborting(false));
  };
  useEscape(abort);
  // a test that races the engine leaves the idle window on purpose
  const conditions = useConditions(session, { ...definition, gates: gatesDuringTest(definition.gates) });
  const step = run.step === null ? null : run.step + 1;
  const waitsLong = definition.steps.some(
    (s) => (s.op === 'wait' && s.wait_s >= longWaitS) || (s.op === 'cmd' && s.cmd === 'pump.prime'),
  );
  return (
    <Card as="section" aria-label={testLabel(formatter, run.test)} borderColor="accent">
      <chakra.div px="4" py="3">
        <chakra.span textStyle="small" color="ink3">
          {definition.unit}
        </chakra.span>
        <Flex gap="3" align="center" justify="space-between">
          <chakra.h2 textStyle="lead" fontWeight="600">
            {testLabel(formatter, definition.id)}
          </chakra.h2>
          <StatusChip state="watch">{t(`diagState.${run.state}`)}</StatusChip>
        </Flex>
        <chakra.div mt="2">
          <Progress label={t('tests.progress')} value={run.progress} most={1} />
        </chakra.div>
        <Flex gap="2" mt="1.5" align="baseline" className="num" textStyle="dense">
          <b>{number(Math.floor(run.progress * 100))}%</b>
          <chakra.span role="status" flex="1">
            {run.state === 'asked'
              ? t('tests.asked')
              : step === null
                ? ''
                : t('tests.step', { n: step, of: definition.steps.length })}
          </chakra.span>
          <chakra.span color="ink2">
            {leftS > 0 ? t('tests.about', { time: clockText(Math.ceil(leftS)) }) : ''}
          </chakra.span>
        </Flex>
        {run.prompt !== null && (
          <Flex
            role="alert"
            gap="2"
            align="center"
            mt="2"
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
        {waitsLong && !aborting && (
          <chakra.p mt="2" color="ink3" textStyle="small">
            {t('tests.survives')}
          </chakra.p>
        )}
        <Button kind="danger" large w="full" mt="2" icon={<OctagonX size={18} />} onClick={abort}>
          {t('tests.abortKey')}
        </Button>
        {aborting && (
          <chakra.p role="status" mt="2" color="watch.ink">
            {t('tests.aborting')}
          </chakra.p>
        )}
      </chakra.div>
      <Part
        title={t('tests.conditionsDuring')}
        note={`${conditions.filter((c) => c.ok === true).length} / ${conditions.length}`}
      >
        <ConditionList conditions={conditions} brief />
      </Part>
      <Part title={t('tests.steps')}>
        <TestSteps definition={definition} run={run} waitS={waitS} inStepS={inStepS} />
      </Part>
      <LiveVerdict definition={definition} run={run} parts={parts} cylinders={session.view?.info?.cyl} />
    </Card>
  );
}

export function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <chakra.section aria-label={title} px="4" py="2" borderTop="1px solid" borderColor="line">
      <chakra.h3 textStyle="strong" mb="0.5">
        {title}{' '}
        {note !== undefined && (
          <chakra.span className="num" color="ink3" textStyle="dense" fontWeight="400">
            {note}
          </chakra.span>
        )}
      </chakra.h3>
      {children}
    </chakra.section>
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

/** How long the present step has lasted: by the rows measured in it, and until the first of them since it was reported. */
function useStepSeconds(run: TestRun, parts: readonly MeasuredPart[], now: number): number {
  const [reported, setReported] = useState({ step: run.step, at: now });
  if (reported.step !== run.step) setReported({ step: run.step, at: now });
  const start = stepStarts(parts).findLast((s) => s.step === run.step);
  const [first, last] = [parts[0], parts.at(-1)];
  if (start !== undefined && first !== undefined && last?.step === run.step)
    return (last.t0 - first.t0 + (last.rows.length - 1) * last.period - start.atMs) / 1000;
  return (now - reported.at) / 1000;
}
