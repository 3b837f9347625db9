import { chakra, Flex } from '@chakra-ui/react';
import type { TestRun } from '@headland/contracts/diagnosis';
import { stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { stepLabel } from '@headland/i18n/diagnosis-labels';
import { ArrowRight, Check } from 'lucide-react';
import { useI18n } from '../../lib/i18n';
import { clockText, secondsText, useDiagnosisFormatter } from './diagnosis-labels';

/** The steps of a test with the current one; completed ones are ticked. */
export function TestSteps({
  definition,
  run,
  waitS = null,
  inStepS = 0,
}: {
  definition: TestDefinition;
  run: TestRun | null;
  /** of the present step: what is left of its wait, and how long it has lasted */
  waitS?: number | null;
  inStepS?: number;
}) {
  const i18n = useI18n();
  const { t } = i18n;
  const formatter = useDiagnosisFormatter();
  const seconds = stepSeconds(definition);
  const at = run === null || run.state === 'asked' ? null : (run.step ?? (run.state === 'waiting' ? 0 : null));
  return (
    <chakra.ol textStyle="dense" css={{ listStyle: 'none' }}>
      {definition.steps.map((step, i) => {
        const isCurrent = i === at;
        const past = at !== null && i < at;
        return (
          <chakra.li
            key={i}
            aria-current={isCurrent ? 'step' : undefined}
            display="flex"
            gap="2"
            py="0.5"
            px="2"
            mx="-2"
            borderRadius="control"
            bg={isCurrent ? 'accentSoft' : undefined}
          >
            <chakra.span
              w="5"
              display="inline-flex"
              justifyContent="center"
              alignItems="center"
              color={isCurrent ? 'accent' : 'ink3'}
              className="num"
            >
              {past ? (
                <Check size={14} aria-label={t('tests.past')} />
              ) : isCurrent ? (
                <ArrowRight size={14} aria-label={t('tests.present')} />
              ) : (
                i + 1
              )}
            </chakra.span>
            <chakra.span flex="1" fontWeight={isCurrent ? '600' : '400'} color={past ? 'ink2' : 'ink'}>
              {stepLabel(formatter, step.op === 'prompt' ? { op: 'prompt', key: step.key } : step)}
            </chakra.span>
            {(seconds[i] ?? 0) > 0 && (
              <Flex className="num" color="ink3">
                {!isCurrent
                  ? t('tests.takes', { time: secondsText(i18n, seconds[i] ?? 0) })
                  : waitS !== null
                    ? t('tests.left', { time: clockText(Math.ceil(waitS)) })
                    : `${Math.floor(inStepS)} / ${secondsText(i18n, seconds[i] ?? 0)}`}
              </Flex>
            )}
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}
